# rye:signed:2026-11-22T20:34:21Z:ad0186ccc1900fcbcf3802af2490353ea913f3282f2d0529dbd773cb77344af6:UM1IPLJ5SjDU1Uf7cKNztFOOzuH-Gn9Zl3AlcP-GLss7m0bU7ROiYPp5swFgjOwvOWX30HU9EUuFkplWya8zCQ:c90f2f3588ca1879
"""Run a line of bash in the project directory."""

__version__ = "1.1.0"
__tool_type__ = "python"
__executor_id__ = "python_script_runtime"
__category__ = "rye/capabilities"
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
# Null: the caller fills it.
CONFIG = {
    "timeout": None,
    "args": [
        "{tool_path}",
        "--params",
        "{params_json}",
        "--project-path",
        "{project_path}",
        "--timeout={timeout}",
    ],
}

import argparse
import json
import subprocess


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
    parser.add_argument("--params", required=True)
    parser.add_argument("--project-path", required=True)
    parser.add_argument("--timeout", type=float, required=True)
    given = parser.parse_args()
    print(json.dumps(run(json.loads(given.params), given.project_path, given.timeout)))
