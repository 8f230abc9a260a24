"""Print a word."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "my"
__tool_description__ = "Prints a word."

print("word")
