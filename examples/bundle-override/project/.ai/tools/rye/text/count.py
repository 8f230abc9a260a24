"""Count words, as this project counts them: words with a dash are two."""

__version__ = "3.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "rye/text"
__tool_description__ = "Counts the words of a text."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
}

import json
import sys

text = json.load(sys.stdin)["text"]
print(json.dumps({"words": len(text.replace("-", " ").split())}))
