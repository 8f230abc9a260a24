"""A tool of yours, for all your projects."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "my/run"
__category__ = "my"
__tool_description__ = "Turns a text into a note."

import json
import sys

params = json.load(sys.stdin)
print(json.dumps({"note": params["text"].strip()}))
