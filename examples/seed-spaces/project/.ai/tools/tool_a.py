__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "tool_b"
