# rye:signed:2026-02-18T12:00:00Z:3dff407f67e493d19b2c2938c565f5007f374149dca64400e2d64f41bdbaf758:lpq4D1AjJyhyZYDut_KcWxhUv3SbfLthumZWNVTjGLt9Te_oT7q6pB0etndgyiEcNBQsrPZGGT3HvSf2O8_2BA:d3818340f73ebabf
"""Print a word."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "my"
__tool_description__ = "Prints a word."

print("word")
