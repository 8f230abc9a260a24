# rye:signed:2026-11-21T00:00:00Z:3f0369546ea36315868f88920a6aad9d0e3950fd9237acc1809458c9a2762489:aBrHw0W3NbSSivj86s-QezHu9TWhFHfj5crAtO3D2eKGEG-LIZ0Izb_WLtO9IQH2RpS5tYpir2895zW5bpnZCw:1838a4d856ee4842
"""Start one program with its arguments, environment and standard input."""

__version__ = "1.0.1"
__tool_type__ = "primitive"
__executor_id__ = None
__category__ = "rye/primitives"
__tool_description__ = "Starts one program. A chain that runs something ends here."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "command": {"type": "string", "description": "The program to start"},
        "args": {"type": "array", "items": {"type": "string"}, "description": "Its arguments, never a shell line"},
        "env": {"type": "object", "description": "Variables to set for it"},
        "cwd": {"type": "string", "description": "The directory it starts in"},
        "timeout": {"type": "integer", "default": 300, "description": "Seconds until it is stopped"},
    },
    "required": ["command"],
}
