__executor_id__ = "rye/core/runtimes/python_script_runtime"

import json
import sys

params = json.loads(sys.argv[sys.argv.index("--params") + 1])
print(json.dumps({"asked": params["command"]}))
