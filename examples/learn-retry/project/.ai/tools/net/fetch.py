"""Fetch a page from a service that responds at the third attempt."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "net"
__tool_description__ = "Simulates a service that fails twice."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {"page": {"type": "string"}, "tries": {"type": "integer", "default": 0}},
    "required": ["page"],
}

import json
import sys

params = json.load(sys.stdin)
if params["tries"] < 2:
    print(json.dumps({"success": False, "error": "the service is busy"}))
else:
    print(json.dumps({"text": f"This is {params['page']}."}))
