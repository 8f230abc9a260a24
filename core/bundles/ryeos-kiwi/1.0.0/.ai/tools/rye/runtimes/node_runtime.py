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
