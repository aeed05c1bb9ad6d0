"""Where the SWI-Prolog of this package is: the folder that is its home, its library, and its program."""

from pathlib import Path

HOME = Path(__file__).resolve().parent / "home"
"""What SWI_HOME_DIR names."""

LIBRARY = HOME / "lib" / "x86_64-linux" / "libswipl.so.9"
"""What pyswip's LIBSWIPL_PATH names."""

PROGRAM = HOME / "bin" / "x86_64-linux" / "swipl"
"""The program `swipl`."""
