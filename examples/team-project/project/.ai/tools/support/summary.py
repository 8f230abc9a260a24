"""Counts every ticket for the monthly report."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rt/report"
__category__ = "support"
__tool_description__ = "Counts every ticket for the monthly report."

CONFIG_RESOLVE = {"path": "support.yaml"}

CONFIG_SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}

import json
import sys
from pathlib import Path

params = json.load(sys.stdin)
store = Path(sys.argv[-1]) / "store" / "support.json"
rows = json.loads(store.read_text()) if store.exists() else []
print(json.dumps({"area": "support", "count": len(rows)}))
