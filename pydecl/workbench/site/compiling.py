"""The Prolog programs in the form that SWI-Prolog in the browser loads quickly: 0.02 s instead of 1 s.

One file holds `prolog/support/worker.pl` and all that it loads. SWI-Prolog as WebAssembly makes it of the
files as they are, in Node.js; see `compile.cjs`.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pydecl.errors import InputError
from pydecl.paths import prolog_file
from pydecl.workbench.site.fetching import ran

SCRIPT = Path(__file__).parent / "compile.cjs"

SECONDS = 60.0
"""How long Node.js may take."""


def compiled(swipl: Mapping[str, bytes]) -> bytes:
    """The programs, compiled; `swipl` are the files of SWI-Prolog as WebAssembly, by name.

    Raises InputError if there is no Node.js, or it fails; LimitError if it takes too long.
    """
    node = shutil.which("node")
    if node is None:
        raise InputError("node is not there, and compiles the programs for the browser: install Node.js")
    with tempfile.TemporaryDirectory() as folder:
        for name, data in swipl.items():
            (Path(folder) / name).write_bytes(data)
        target = Path(folder) / "worker.qlf"
        command = [node, str(SCRIPT), folder, str(prolog_file()), str(target)]
        done = ran(command, folder, SECONDS, "node did not compile the programs")
        if done.returncode or not target.is_file():
            said = done.stderr.decode(errors="replace").strip().splitlines() or ["it says nothing"]
            raise InputError(f"node cannot compile the programs for the browser: {said[0]}")
        return target.read_bytes()
