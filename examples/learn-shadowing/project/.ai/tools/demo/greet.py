"""Greet a person in the style that the runtime sets."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "my/python"
__category__ = "demo"
__tool_description__ = "Greets a person by name."

import json
import os
import sys

params = json.load(sys.stdin)
print(json.dumps({"greeting": f"{os.environ['GREETING']}, {params['name']}!"}))
