"""Greet a person in the style that the runtime sets."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "demo"
__tool_description__ = "Greets a person by name."

import json
import os
import sys

params = json.load(sys.stdin)
greeting = os.environ.get("GREETING", "Hello")
print(json.dumps({"greeting": f"{greeting}, {params['name']}!"}))
