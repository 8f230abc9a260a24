"""Print how a deployment would go, from the merged config of team and person."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "team"
__tool_description__ = "Prints how a deployment would go."

CONFIG_RESOLVE = {"path": "deploy.yaml", "mode": "deep_merge"}
CONFIG_SCHEMA = {
    "type": "object",
    "properties": {"service": {"type": "string", "default": "shop"}},
}

import json
import sys

params = json.load(sys.stdin)
config = params["resolved_config"]
print(json.dumps({
    "service": params["service"],
    "to": config["region"],
    "copies": config["copies"],
    "channel": config["notify"]["channel"],
}))
