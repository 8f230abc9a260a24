"""Greet a person by name."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "demo"
__tool_description__ = "Greets a person by name."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "default": "world"},
    },
}

import json
import sys

params = json.load(sys.stdin)
print(json.dumps({"greeting": f"Hello, {params['name']}!"}))
