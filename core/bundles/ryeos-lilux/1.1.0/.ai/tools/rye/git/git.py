# rye:signed:2026-11-21T00:00:00Z:82b4f2388b3cdab3089f0b356bf2df8ec7931c4aa3597959aa1ebaad35aaeaf5:cv4pTk078c6LvkyBR_8odGJW8p2XAUXOnoB7X75f66GHrx6tiqiqKOdwqGku3YDmBAzJ5qBR2CUbp_9g4cNQBw:1838a4d856ee4842
"""Run git in the project directory."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python_function_runtime"
__category__ = "rye/git"
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
