"""Count the words or letters of a note."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "my/python"
__category__ = "notes"
__tool_description__ = "Counts the words or letters of a note."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "unit": {"enum": ["words", "letters"], "default": "words"},
    },
    "required": ["text"],
    "additionalProperties": False,
}

import json
import sys

params = json.load(sys.stdin)
parts = params["text"].split() if params["unit"] == "words" else params["text"].replace(" ", "")
if parts:
    print(json.dumps({params["unit"]: len(parts)}))
else:
    print(json.dumps({"success": False, "error": "the note is empty"}))
