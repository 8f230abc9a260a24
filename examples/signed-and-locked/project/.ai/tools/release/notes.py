# rye:signed:2026-11-23T01:01:23Z:6cee4caaf44df2db80560871b007c20febf8acd92a9448a3e3103b32ba3cc2bd:UYDFhJwRa12dcUFL1O4I9OJeMsTlZYDNePjzshiGZ4Yok17qaxn69492sxeoYJ2b6iPO37NnAMRAvykS3wAnDg:e39cbb227beb1858
"""Write release notes. Signed by its author, and its chain is locked."""

__version__ = "1.4.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "release"
__tool_description__ = "Writes release notes."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {"version": {"type": "string", "pattern": "^[0-9]+[.][0-9]+[.][0-9]+$"}},
    "required": ["version"],
}

import json
import sys

version = json.load(sys.stdin)["version"]
print(json.dumps({"title": f"Release {version}", "lines": ["Chains are locked."]}))
