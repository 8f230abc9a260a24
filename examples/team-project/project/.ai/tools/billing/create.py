"""Adds one invoice."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rt/python"
__category__ = "billing"
__tool_description__ = "Adds one invoice."

CONFIG_SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}

import json
import sys
from pathlib import Path

params = json.load(sys.stdin)
store = Path(sys.argv[-1]) / "store" / "billing.json"
rows = json.loads(store.read_text()) if store.exists() else []
row = {"id": len(rows) + 1, "text": params.get("text", "")}
print(json.dumps({"row": row}))
