__executor_id__ = "rye/core/runtimes/python/script"

import json
import sys

params = json.load(sys.stdin)
print(json.dumps({"asked": [params["command"], *params["args"]]}))
