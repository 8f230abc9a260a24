__version__ = "2.0.0"
__tool_type__ = "runtime"
__executor_id__ = "subprocess"  # ← Delegates to subprocess primitive
__category__ = "runtimes"

# Declares how to find and configure Python
ENV_CONFIG = {
    "interpreter": {
        "type": "venv_python",
        "search": ["project", "user", "system"],
        "var": "RYE_PYTHON",
        "fallback": "python3",
    },
    "env": {
        "PYTHONUNBUFFERED": "1",
        "PROJECT_VENV_PYTHON": "${RYE_PYTHON}",  # ← Template variable
    },
}

# Base command configuration (resolved at runtime)
CONFIG = {
    "command": "${RYE_PYTHON}",  # ← Will be resolved to actual path
    "args": [],
    "timeout": 300,
}
