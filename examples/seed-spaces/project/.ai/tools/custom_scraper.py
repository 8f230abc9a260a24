__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "python_runtime"


def main():
    return "scraped"
