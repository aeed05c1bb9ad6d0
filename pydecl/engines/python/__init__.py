"""Rules compiled to Python, in a confined process of their own."""
