# rye:signed:2026-11-21T00:00:00Z:0f4a7ecf6621d909d85f02a25238492773d70300f8d2863bded01e031d420d58:XI7Posj8lTCbFBJxnjZkZCHyNNjbYz18hPbpRQr6Zkv4gVK2zuPOp-VTZoSGr-AYFUrvgi0k_40ce4E6W1mSBQ:1838a4d856ee4842
"""Run a line of bash in the project directory."""

__version__ = "1.0.0"
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

import argparse
import json
import subprocess


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
    parser.add_argument("--params", required=True)
    parser.add_argument("--project-path", required=True)
    given = parser.parse_args()
    print(json.dumps(run(json.loads(given.params), given.project_path)))
