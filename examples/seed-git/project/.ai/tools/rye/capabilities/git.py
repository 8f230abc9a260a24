__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "python_runtime"  # ← Delegates to Python runtime
__category__ = "capabilities"

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "command": {"type": "string", "description": "git command (clone, pull, etc.)"},
        "args": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["command"]
}

def main(command: str, args: list = None) -> dict:
    """Execute git command."""
    import subprocess
    result = subprocess.run(
        ["git", command] + (args or []),
        capture_output=True,
        text=True
    )
    return {
        "stdout": result.stdout,
        "stderr": result.stderr,
        "returncode": result.returncode,
    }
