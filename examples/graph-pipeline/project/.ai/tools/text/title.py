"""Make the title of a page."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "text"
__tool_description__ = "Makes a title from a text and its number of words."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "words": {"type": "integer"}},
    "required": ["text", "words"],
}

import json
import sys

params = json.load(sys.stdin)
print(json.dumps({"title": f"{params['text'].capitalize()} ({params['words']} words)"}))
