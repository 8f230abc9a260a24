"""Lists every account."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rt/python"
__category__ = "users"
__tool_description__ = "Lists every account."

CONFIG_SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}

import json
import sys
from pathlib import Path

params = json.load(sys.stdin)
store = Path(sys.argv[-1]) / "store" / "users.json"
rows = json.loads(store.read_text()) if store.exists() else []
print(json.dumps({"rows": rows}))
