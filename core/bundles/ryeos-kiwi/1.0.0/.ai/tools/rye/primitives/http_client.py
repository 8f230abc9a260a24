"""Send one HTTP request."""

__version__ = "1.0.0"
__tool_type__ = "primitive"
__executor_id__ = None
__category__ = "rye/primitives"
__tool_description__ = "Sends one HTTP request and returns its status, headers and body."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "method": {"type": "string", "enum": ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"], "default": "GET"},
        "url": {"type": "string", "description": "The address"},
        "headers": {"type": "object", "description": "Headers to send"},
        "body": {"description": "Sent as JSON with POST, PUT and PATCH"},
        "timeout": {"type": "integer", "default": 30, "description": "Seconds until it is given up"},
    },
    "required": ["url"],
}
