"""`python -m pydecl` is the command line."""

from pydecl.cli.app import main

if __name__ == "__main__":
    main()
