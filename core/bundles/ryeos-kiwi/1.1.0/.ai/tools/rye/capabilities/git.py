# rye:signed:2026-11-21T00:00:00Z:c2bf60899382cfffa9871d304f8bcf2d7a27aaf1e64cdec6b671d88a872a5f13:v0lcqlEwi5g48ccL03byDC7THAk-mPNGz9dPQ2xvGvAjeHZaGBTcZezTIVhHhPvObjSMk-ZdINIPZvuNViXmBw:1838a4d856ee4842
"""Run git."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "python_runtime"
__category__ = "rye/capabilities"
__tool_description__ = "Runs a git command and returns what it printed."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "command": {"type": "string", "minLength": 1, "description": "The git command: status, log, diff, ..."},
        "args": {"type": "array", "items": {"type": "string"}, "description": "Its arguments"},
    },
    "required": ["command"],
}

import subprocess


def main(command, args=None):
    try:
        done = subprocess.run(["git", command, *(args or [])], capture_output=True, text=True)
    except OSError as problem:
        return {"success": False, "error": f"git did not start: {problem}"}
    return {
        "success": done.returncode == 0,
        "stdout": done.stdout,
        "stderr": done.stderr,
        "return_code": done.returncode,
    }
