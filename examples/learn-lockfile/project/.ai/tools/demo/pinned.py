"""Say which text was pinned."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "demo"
__tool_description__ = "Says which text was pinned."

import json

print(json.dumps("changed"))
