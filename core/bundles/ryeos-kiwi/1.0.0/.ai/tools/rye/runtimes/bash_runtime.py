"""Run a line of bash."""

__version__ = "1.0.0"
__tool_type__ = "runtime"
__executor_id__ = "subprocess"
__category__ = "rye/runtimes"
__tool_description__ = "Runs the script that a tool holds in its CONFIG under script. The parameters are JSON in its second argument."

ENV_CONFIG = {
    "interpreter": {
        "type": "generic",
        "binary": "bash",
        "search": ["project", "user", "system"],
        "var": "RYE_BASH",
        "fallback": "bash",
    },
}

CONFIG = {
    "command": "${RYE_BASH}",
    "args": ["-c", "{script}", "{tool_path}", "--params", "{params_json}", "--project-path", "{project_path}"],
    "timeout": 300,
}
