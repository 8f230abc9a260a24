"""Write a daily report."""

__version__ = "1.4.0"
__tool_type__ = "python"
__executor_id__ = "page"
__category__ = ""
__tool_description__ = "Writes a daily report."

__outputs__ = ["text"]
