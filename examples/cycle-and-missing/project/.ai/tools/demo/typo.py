"""A tool with a misspelled runtime."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/scirpt"
__category__ = "demo"
__tool_description__ = "Prints that it works."

import json

print(json.dumps("it works"))
