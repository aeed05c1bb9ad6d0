"""The bundled games by hand in Python: an independent second opinion on their rules."""
