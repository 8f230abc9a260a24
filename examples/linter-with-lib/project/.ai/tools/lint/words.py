"""Find words that a style guide forbids. The rules are in lib/, next to this file."""

__version__ = "1.2.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "lint"
__tool_description__ = "Finds words in a text that the style guide forbids."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "most": {"type": "integer", "minimum": 1, "default": 10},
    },
    "required": ["text"],
}

import json
import sys

from lib.style import findings

params = json.load(sys.stdin)
found = findings(params["text"])[: params["most"]]
print(json.dumps({"clean": not found, "findings": found}))
