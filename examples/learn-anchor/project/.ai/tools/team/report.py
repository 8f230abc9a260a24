"""Write a report with words of its own."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "team"
__tool_description__ = "Writes a report."

import json

from words import greeting

print(json.dumps({"report": greeting}))
