# rye:signed:2026-11-21T00:00:00Z:196c36e99d35b57f57e0258559ac5e5d0e312c7f92eb2acd02dfea12a7a4f61b:Ytl_lkCEujSP0wvZj_3GpkZjx_RLHfIz9cv5mKUT3DQHlI9iG4-9waf9BVUAwqYMZdcFYtRte7H4a2sLYdqYBg:1838a4d856ee4842
"""Run git in the project directory."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/function"
__category__ = "rye"
__tool_description__ = "Runs a git command in the project directory and returns what it printed."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "command": {"type": "string", "minLength": 1, "description": "The git command: status, log, diff, ..."},
        "args": {"type": "array", "items": {"type": "string"}, "default": [], "description": "Its arguments"},
    },
    "required": ["command"],
}

import subprocess


def execute(params, project_path):
    argv = ["git", params["command"], *params.get("args", [])]
    try:
        done = subprocess.run(argv, cwd=project_path, capture_output=True, text=True)
    except OSError as problem:
        return {"success": False, "error": f"git did not start: {problem}"}
    return {
        "success": done.returncode == 0,
        "stdout": done.stdout,
        "stderr": done.stderr,
        "return_code": done.returncode,
    }
