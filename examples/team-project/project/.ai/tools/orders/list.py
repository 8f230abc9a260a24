"""Lists every order."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rt/python"
__category__ = "orders"
__tool_description__ = "Lists every order."

CONFIG_SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}

import json
import sys
from pathlib import Path

params = json.load(sys.stdin)
store = Path(sys.argv[-1]) / "store" / "orders.json"
rows = json.loads(store.read_text()) if store.exists() else []
print(json.dumps({"rows": rows}))
