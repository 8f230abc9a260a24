"""Write the weekly report. Four mistakes prevent it from running."""

__version__ = "0.9"
__tool_type__ = "python"
__executor_id__ = "team/reports"
__category__ = "report"
__tool_description__ = "Writes the weekly report."

outputs = ["text"]
__outputs__ = ["text"]

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {"week": {"type": "integer", "minimum": 1, "maximum": 53}},
    "required": ["week"],
}

import json
import sys

week = json.load(sys.stdin)["week"]
print(json.dumps({"report": f"Week {week}: all chains hold."}))
