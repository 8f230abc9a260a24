# rye:signed:2026-11-21T00:00:00Z:fefcabfa886b1129f52130741bd165019294b0b2ff832b9b38a05fe82a8856e0:8Rg0Hu_rxJU2QghZuWmj-tfWB-YttfOzN6tVqIGsAVB1J7gohoj4lVsQ7Mkoq16oMZjBc1YGJwqCIXcPZuw-CA:1838a4d856ee4842
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
