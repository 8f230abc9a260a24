#!/bin/bash
# __version__ = "1.0.0"
# __executor_id__ = "team/shell"
# __category__ = "text"
# __tool_description__ = "Prints a text between two marks."
# CONFIG_SCHEMA = {
#     "type": "object",
#     "properties": {
#         "text": {"type": "string"},
#         "mark": {"type": "string", "default": "=="},
#     },
#     "required": ["text"],
# }
text="$1"
mark="$2"
echo "{\"title\": \"$mark $text $mark\"}"
