"""The programs in Python, on rules by hand or on facts that are supplied."""
