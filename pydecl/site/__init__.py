"""A static folder that any web server can serve: SWI-Prolog as WebAssembly runs the programs in the browser."""
