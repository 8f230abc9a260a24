"""Print the file of a tool."""

__version__ = "1.0.0"
__tool_type__ = "runtime"
__executor_id__ = "rye/core/primitives/execute"
__category__ = ""
__tool_description__ = "Prints the file of a tool."

__inputs__ = ["text", "language"]
__child_constraints__ = {"min_version": "2.0.0"}

CONFIG = {
    "command": "cat",
    "args": ["{tool_path}"],
}
