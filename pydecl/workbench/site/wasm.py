"""SWI-Prolog as WebAssembly, and the Prolog programs in a form that it loads in 0.02 s instead of 1 s.

The npm package `swipl-wasm` is fetched once and kept in the user's cache. One file holds
`prolog/support/worker.pl` and all that it loads: SWI-Prolog makes it of the files as they are, in Node.js;
see `compile.cjs`.
"""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pydecl.errors import InputError, LimitError
from pydecl.kept import Kept, own_folder
from pydecl.paths import prolog_file

NAME, VERSION = "swipl-wasm", "8.0.5"
"""The package, under the licence BSD-2-Clause; 8.0.5 is SWI-Prolog 10.1.10."""

DIGEST = "IkffjSlJx9SHqpaluuRxku7R11/tqpZQg/iPjyoIC7heZ8Y1lzIhQR8ddDGSyVN15WD3mYw3CxrWoco5zizr0Q=="
"""SHA-512 of the package, in base 64, as the registry tells it: nothing else is ever written to a site."""

ARCHIVE = f"{NAME}-{VERSION}.tgz"

MEMBERS = {
    "package/dist/swipl/swipl-web.js": "swipl-web.js",
    "package/dist/swipl/swipl-web.wasm": "swipl-web.wasm",
    "package/dist/swipl/swipl-web.data": "swipl-web.data",
    "package/LICENSE.txt": "LICENSE.txt",
}
"""The files of the package that a site needs, and their names there."""

SECONDS = 120.0
"""How long npm may take."""


MOST = 2
"""How many versions of the package are kept."""


def swipl_wasm(archive: Path | None = None) -> Mapping[str, bytes]:
    """The files by their names in a site.

    They are taken from `archive`, or from the user's cache, or else from npm's registry by `npm pack`. Raises
    InputError if there is no npm, or what comes is not the package; LimitError if npm takes too long.
    """
    if archive is not None:
        return _unpacked(_read(archive), str(archive))
    folder = own_folder("site")
    if folder is not None and (kept := Kept(folder, ARCHIVE, MOST).known(VERSION)) is not None:
        with suppress(InputError):  # somebody else's
            return _unpacked(_read(kept), str(kept))
    package = _packed()
    files = _unpacked(package, f"what npm gives as {NAME}@{VERSION}")
    if folder is not None:
        with suppress(OSError):
            Kept(folder, ARCHIVE, MOST).kept(VERSION, lambda file: file.write_bytes(package))
    return files


def _packed() -> bytes:
    npm = shutil.which("npm")
    if npm is None:
        raise InputError(
            "npm, which fetches SWI-Prolog for the browser, is not there: install Node.js; or give the"
            f" package {ARCHIVE} of npm's registry by --package"
        )
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", f"{NAME}@{VERSION}", "--silent", "--pack-destination", folder]
        done = ran(command, folder, SECONDS, f"npm did not fetch {NAME}@{VERSION}")
        file = Path(folder) / ARCHIVE
        if done.returncode or not file.is_file():
            said = (done.stderr + done.stdout).decode(errors="replace").strip().splitlines()
            why = said[0] if said else f"it ended with code {done.returncode}"
            raise InputError(
                f"npm cannot fetch {NAME}@{VERSION}: {why}; without a network, give the package {ARCHIVE}"
                " by --package"
            )
        return file.read_bytes()


def ran(
    command: Sequence[str], folder: str, seconds: float, otherwise: str
) -> subprocess.CompletedProcess[bytes]:
    """A command, run to its end in a folder. Raises LimitError if it takes too long."""
    try:
        return subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise LimitError(f"{otherwise} within {seconds:.0f} s") from None


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {(error.strerror or str(error)).lower()}") from None


def _unpacked(package: bytes, where: str) -> dict[str, bytes]:
    digest = base64.b64encode(hashlib.sha512(package).digest()).decode()
    if digest != DIGEST:
        raise InputError(f"{where} is not {NAME} {VERSION}: its SHA-512 is another one")
    files = {}
    with tarfile.open(fileobj=io.BytesIO(package)) as members:
        for member, name in MEMBERS.items():
            inside = members.extractfile(member)
            assert inside is not None
            files[name] = inside.read()
    return files


SCRIPT = Path(__file__).parent / "compile.cjs"

COMPILING_SECONDS = 60.0
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
        done = ran(command, folder, COMPILING_SECONDS, "node did not compile the programs")
        if done.returncode or not target.is_file():
            said = done.stderr.decode(errors="replace").strip().splitlines() or ["it says nothing"]
            raise InputError(f"node cannot compile the programs for the browser: {said[0]}")
        return target.read_bytes()
