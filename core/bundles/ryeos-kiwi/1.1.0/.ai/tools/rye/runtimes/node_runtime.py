# rye:signed:2026-11-21T00:00:00Z:2cb8fcecec576df006540175f5ab1caeb8eeec617a519e79325fd52764166013:JCL-PYdszFS1n0UpncQhCEIVgEn-1XMou1GPaCDB3xfo9UeBHWGDl_7scPcvdip3LXH4kYGxBk1dqF5k-F-BDA:1838a4d856ee4842
"""Run a JavaScript file."""

__version__ = "1.0.0"
__tool_type__ = "runtime"
__executor_id__ = "subprocess"
__category__ = "rye/runtimes"
__tool_description__ = "Runs the JavaScript file that a tool names in its CONFIG under script. The parameters arrive as JSON after --params."

ENV_CONFIG = {
    "interpreter": {
        "type": "generic",
        "binary": "node",
        "search": ["project", "user", "system"],
        "var": "RYE_NODE",
        "fallback": "node",
    },
    "env": {"NODE_NO_WARNINGS": "1"},
}

CONFIG = {
    "command": "${RYE_NODE}",
    "args": ["{script}", "--params", "{params_json}", "--project-path", "{project_path}"],
    "timeout": 300,
}
