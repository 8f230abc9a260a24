"""Render one page."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "site"
__tool_description__ = "Renders one page of a site."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {"page": {"type": "string"}, "language": {"type": "string"}},
    "required": ["page", "language"],
}

import json
import sys

params = json.load(sys.stdin)
print(json.dumps({"file": f"{params['language']}/{params['page']}.html"}))
