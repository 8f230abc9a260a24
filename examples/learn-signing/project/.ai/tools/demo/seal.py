# rye:signed:2026-11-20T12:00:00Z:ce70ce33cab65b5f1e13889ba241ccbb5c402567d7fe9c2bcfa9523064bf3dd4:_qjYM39JZEFBgS_5DFKGCNEHo5RVd3Awa3YP0HCwDXeUHRrkos8CGjDelY8kA4sT99da0PAc2bpESGXRy_HACw:5cc558a6d81dbb98
"""Say that this is the file its author wrote."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "demo"
__tool_description__ = "Says that it is as its author wrote it."

import json

print(json.dumps("as it was written"))
