"""Changes one article."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rt/python"
__category__ = "stock"
__tool_description__ = "Changes one article."

CONFIG_SCHEMA = {"type": "object", "properties": {"id": {"type": "integer", "minimum": 1}, "text": {"type": "string"}}}

import json
import sys
from pathlib import Path

params = json.load(sys.stdin)
store = Path(sys.argv[-1]) / "store" / "stock.json"
rows = json.loads(store.read_text()) if store.exists() else []
changed = [dict(row, **params) for row in rows if row.get("id") == params.get("id")]
print(json.dumps({"changed": len(changed)}))
