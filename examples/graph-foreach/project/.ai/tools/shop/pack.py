"""Pack one item of an order."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "shop"
__tool_description__ = "Packs one item if it is in stock."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {"thing": {"type": "string"}},
    "required": ["thing"],
}

import json
import sys

thing = json.load(sys.stdin)["thing"]
stock = {"apple": 12, "pear": 3}
if thing in stock:
    print(json.dumps({"packed": thing}))
else:
    print(json.dumps({"success": False, "error": f"there is no {thing} left"}))
