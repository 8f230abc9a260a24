# rye:signed:2026-11-22T20:34:19Z:807e25b4f9139a0dfc3e51427119a0ccbbe526e96b14e6b738da0dcac3bd60eb:ZyfrpQo4-Wp4neW37IE87UcNw6Ls9KKEQZqi5y66jam0Ep-B5w6J28Vhac1JKOHkkKomXfwGi5WjJM57TOXmBQ:c90f2f3588ca1879
"""Run a line of bash in the project directory."""

__version__ = "1.1.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python_script_runtime"
__category__ = "rye/bash"
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
