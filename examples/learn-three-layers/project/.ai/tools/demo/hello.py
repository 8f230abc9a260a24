"""Greet a person by name."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/scirpt"
__category__ = "demo"
__tool_description__ = "Greets a person by name."

import json
import sys

params = json.load(sys.stdin)
print(json.dumps({"greeting": f"Hello, {params['name']}!"}))
