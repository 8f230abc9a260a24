"""Checks every account against the limits of the team."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rt/python"
__category__ = "users"
__tool_description__ = "Checks every account against the limits of the team."

CONFIG_RESOLVE = {"path": "users.yaml"}

CONFIG_SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}

import json
import sys
from pathlib import Path

params = json.load(sys.stdin)
store = Path(sys.argv[-1]) / "store" / "users.json"
rows = json.loads(store.read_text()) if store.exists() else []
limit = params.get("resolved_config", {}).get("limit", 100)
print(json.dumps({"ok": len(rows) <= limit, "limit": limit}))
