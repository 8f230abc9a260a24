"""Print a word several times."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = ""
__tool_description__ = "Prints a word several times."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "word": {"type": "string"},
        "count": {"type": "integer", "minimum": 1, "maximum": 5, "default": 2},
    },
    "required": ["word"],
}

import json
import sys

params = json.load(sys.stdin)
print(json.dumps(" ".join([params["word"]] * params["count"])))
