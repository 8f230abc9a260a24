# rye:signed:2026-11-22T20:34:15Z:566c576f43c777c34fac5b96896538bd6f5a7e7d29ef7a8b8d59199be377e5c6:17qGb0KuAz2euxAo3CizGnxqoRXCFzQ084kfrGeT89mtbo3BxvMxGkm9OR1BI_wmkCotyepwphRWOXUa40D1Dw:c90f2f3588ca1879
"""Run a line of bash in the project directory."""

__version__ = "1.1.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "rye"
__tool_description__ = "Runs a bash command in the project directory and returns what it printed."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "command": {"type": "string", "minLength": 1, "description": "The command line"},
        "timeout": {"type": "integer", "minimum": 1, "default": 60, "description": "Seconds until it is stopped"},
    },
    "required": ["command"],
}

# A parameter called timeout is the limit of the process and no part of the parameters that arrive.
CONFIG = {
    "args": ["{tool_path}", "--project-path", "{project_path}", "--timeout={timeout}"],
}

import argparse
import json
import subprocess
import sys


def run(params, project_path, timeout):
    try:
        done = subprocess.run(
            ["bash", "-c", params["command"]],
            cwd=project_path,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
    except subprocess.TimeoutExpired as late:
        return {"success": False, "error": f"stopped after {late.timeout:g} seconds"}
    except OSError as problem:
        return {"success": False, "error": f"bash did not start: {problem}"}
    return {
        "success": done.returncode == 0,
        "stdout": done.stdout,
        "stderr": done.stderr,
        "return_code": done.returncode,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--project-path", required=True)
    parser.add_argument("--timeout", type=float, required=True)
    given = parser.parse_args()
    print(json.dumps(run(json.load(sys.stdin), given.project_path, given.timeout)))
