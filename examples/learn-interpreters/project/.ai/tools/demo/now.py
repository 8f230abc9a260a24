"""Print which Python runs this tool."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "my/python"
__category__ = "demo"
__tool_description__ = "Prints which Python runs this tool."

import json
import sys

print(json.dumps({"python": sys.executable}))
