"""The workbench as pages: a web server for this machine, or, with a token, for others."""
