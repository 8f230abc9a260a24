# rye:signed:2026-11-21T00:00:00Z:36da42bb131cbac49fa0ed9d075e185aceae8e9554acf00f2442b17e851a0675:zFUBJPssHkhCBXbnxUZ-qsSDXFJCOakw7gofEjmdIqqiEnAXVdNKHm2aBJqc36r6_yNKNxvqJOiSuP9wNMg0AA:1838a4d856ee4842
"""Run a line of bash in the project directory."""

__version__ = "1.0.0"
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

import argparse
import json
import subprocess
import sys


def run(params, project_path):
    try:
        done = subprocess.run(
            ["bash", "-c", params["command"]],
            cwd=project_path,
            capture_output=True,
            text=True,
            timeout=params.get("timeout", 60),
        )
    except subprocess.TimeoutExpired as late:
        return {"success": False, "error": f"stopped after {late.timeout} seconds"}
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
    print(json.dumps(run(json.load(sys.stdin), parser.parse_args().project_path)))
