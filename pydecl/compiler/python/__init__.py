"""The intermediate language to Python."""
