"""Returns one release."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rt/python"
__category__ = "deploy"
__tool_description__ = "Returns one release."

CONFIG_SCHEMA = {"type": "object", "properties": {"id": {"type": "integer", "minimum": 1}}}

import json
import sys
from pathlib import Path

params = json.load(sys.stdin)
store = Path(sys.argv[-1]) / "store" / "deploy.json"
rows = json.loads(store.read_text()) if store.exists() else []
found = [row for row in rows if row.get("id") == params.get("id")]
print(json.dumps({"row": found[0] if found else None}))
