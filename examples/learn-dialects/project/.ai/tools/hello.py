"""Greet a person. Accepts parameters as arguments or on stdin."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = ""
__tool_description__ = "Greets a person by name."

import json
import sys

given = sys.argv[sys.argv.index("--params") + 1] if "--params" in sys.argv else sys.stdin.read()
print(json.dumps({"greeting": f"Hello, {json.loads(given)['name']}!"}))
