"""The intermediate language to C."""
