"""Count the words of a text."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "text"
__tool_description__ = "Counts the words of a text."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
}

import json
import sys

params = json.load(sys.stdin)
print(json.dumps({"words": len(params["text"].split())}))
