# rye:signed:2026-11-21T00:00:00Z:c6d3eff809bc89aea9a3a051a884ff6d189cb2d4e2ddc4453296e72444a0f5c4:h50GX7VHBzGmwxHyJQTsGo2vHup7kA_VJ_V7Tpk382p_EsZuwAsjyDM7scB4vDL2N_Zd-dKFaz0zARJ5BrYlAA:1838a4d856ee4842
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
