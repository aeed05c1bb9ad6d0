"""Writes a wheel, the same bytes from the same content: see the binary distribution format of PyPA."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import stat
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Entry:
    """A file of the wheel."""

    data: bytes
    executable: bool = False


@dataclass(frozen=True)
class Name:
    """What a wheel is called.

    >>> Name("some_name", "1.2", "3", "py3-none-any").file
    'some_name-1.2-3-py3-none-any.whl'
    """

    package: str
    version: str
    build: str
    tag: str

    @property
    def file(self) -> str:
        return f"{self.package}-{self.version}-{self.build}-{self.tag}.whl"

    @property
    def dist_info(self) -> str:
        """The folder of the metadata."""
        return f"{self.package}-{self.version}.dist-info"


def write_wheel(folder: Path, name: Name, entries: Mapping[str, Entry], metadata: str, when: int) -> Path:
    """Write the wheel into a folder; its path.

    `entries` are the files by path, those below `name.dist_info` too, but METADATA, WHEEL and RECORD;
    `when`, in seconds since 1970, is the time of all of them.
    """
    tags = f"Wheel-Version: 1.0\nGenerator: pydecl\nRoot-Is-Purelib: false\nTag: {name.tag}\n"
    files = {
        **dict(sorted(entries.items(), key=lambda entry: (entry[0].startswith(name.dist_info), entry[0]))),
        f"{name.dist_info}/METADATA": Entry(metadata.encode()),
        f"{name.dist_info}/WHEEL": Entry((tags + f"Build: {name.build}\n").encode()),
    }
    record = f"{name.dist_info}/RECORD"
    files[record] = Entry(_record(files, record).encode())
    date = time.gmtime(max(when, 315532800))[:6]  # a zip file knows no time before 1980
    target = folder / name.file
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, entry in files.items():
            about = zipfile.ZipInfo(path, date)
            about.compress_type = zipfile.ZIP_DEFLATED
            about.create_system = 3  # Unix, whatever this machine is
            about.external_attr = (stat.S_IFREG | (0o755 if entry.executable else 0o644)) << 16
            archive.writestr(about, entry.data)
    return target


def _record(files: Mapping[str, Entry], own: str) -> str:
    """Digest and size of each file, but its own."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for path, entry in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(entry.data).digest()).rstrip(b"=").decode()
        rows.writerow((path, f"sha256={digest}", len(entry.data)))
    rows.writerow((own, "", ""))
    return text.getvalue()
