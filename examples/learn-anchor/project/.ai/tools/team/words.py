"""The words of the report."""

greeting = "All is well."
