"""Fetch a page with the settings of the config."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "web"
__tool_description__ = "Prints how it would fetch a page."

CONFIG_RESOLVE = {"path": "web/site.yaml", "mode": "deep_merge"}

import json
import sys

params = json.load(sys.stdin)
print(json.dumps(params["resolved_config"]))
