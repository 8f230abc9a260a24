"""Print what a backup would do."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "my/python"
__category__ = "demo"
__tool_description__ = "Prints what a backup would do."

CONFIG = {"timeout": 5}

import json
import sys

print(json.dumps({"to": sys.argv[1], "level": sys.argv[2]}))
