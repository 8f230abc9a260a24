"""Say a word several times."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "python_script_runtime"
__category__ = ""
__tool_description__ = "Says a word several times."

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

params = json.loads(sys.argv[sys.argv.index("--params") + 1])
print(json.dumps(" ".join([params["word"]] * params["count"])))
