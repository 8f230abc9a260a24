"""Print what a tool gives, as a page."""

__version__ = "1.0.0"
__tool_type__ = "runtime"
__executor_id__ = "rye/core/primitives/execute"
__category__ = ""
__tool_description__ = "Prints what a tool gives."

__inputs__ = ["text", "language"]
__child_constraints__ = {"min_version": "2.0.0"}

CONFIG = {
    "command": "cat",
    "args": ["{tool_path}"],
}
