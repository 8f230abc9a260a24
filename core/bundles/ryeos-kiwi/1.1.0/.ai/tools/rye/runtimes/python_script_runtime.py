# rye:signed:2026-11-21T00:00:00Z:98f6a6eaf6fe43c08ff904ff05bb129f44a990c2ab9d8d42061f3e703755605c:p-fSlTWbiC-Mo4HBqd0vw_BMGGQ6ZV25Q_BC4u2T7DqLRYZoCab6KpIeo-ng7tbTbZ-muAjKs8gokl74gpMRDQ:1838a4d856ee4842
"""Run a Python tool as a script."""

__version__ = "1.0.0"
__tool_type__ = "runtime"
__executor_id__ = "subprocess"
__category__ = "rye/runtimes"
__tool_description__ = "Runs a tool file as a Python script. The parameters arrive as JSON after --params."

ENV_CONFIG = {
    "interpreter": {
        "type": "venv_python",
        "search": ["project", "user", "system"],
        "var": "RYE_PYTHON",
        "fallback": "python3",
    },
    "env": {
        "PYTHONUNBUFFERED": "1",
        "PROJECT_VENV_PYTHON": "${RYE_PYTHON}",
    },
}

CONFIG = {
    "command": "${RYE_PYTHON}",
    "args": ["{tool_path}", "--params", "{params_json}", "--project-path", "{project_path}"],
    "timeout": 300,
}
