"""A static folder that any web server can serve: SWI-Prolog in the browser runs the programs."""
