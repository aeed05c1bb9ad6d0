"""Debian's packages by name, version and SHA-256: fetched by apt, and read without dpkg."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SECONDS = 600.0
"""How long apt may take."""


class BuildError(Exception):
    """The wheel cannot be made; the text is the whole message."""


@dataclass(frozen=True)
class Wanted:
    """One line of SHA256SUMS: a package's file, whose name holds its name and version, and its digest.

    >>> Wanted("libgmp10_2%3a6.2.1+dfsg1-1.1_amd64.deb", "…").request
    'libgmp10=2:6.2.1+dfsg1-1.1'
    """

    file: str
    sha256: str

    @property
    def request(self) -> str:
        """What apt calls this version."""
        name, version, _ = self.file.split("_")
        return f"{name}={version.replace('%3a', ':')}"


@dataclass(frozen=True)
class Content:
    """A file in a package; `changed` is in seconds since 1970."""

    data: bytes
    executable: bool
    changed: int


@dataclass(frozen=True)
class Package:
    """An unpacked package: its control fields, and its files and links by path, without the first slash."""

    fields: Mapping[str, str]
    files: Mapping[str, Content]
    links: Mapping[str, str]

    @property
    def name(self) -> str:
        return self.fields["Package"]

    @property
    def source(self) -> str:
        """The source package and its version, as `apt-get source` takes them.

        >>> Package({"Package": "libgmp10", "Version": "2:6.2.1", "Source": "gmp"}, {}, {}).source
        'gmp=2:6.2.1'
        >>> Package({"Package": "x1", "Version": "1-2+b3", "Source": "x (1-2)"}, {}, {}).source
        'x=1-2'
        """
        name, _, version = self.fields.get("Source", self.name).partition(" ")
        return f"{name}={version.strip('()') or self.fields['Version']}"

    def content(self, path: str) -> Content | None:
        """The file of this path, or the one that a link of this path leads to; None if there is none."""
        for _ in range(len(self.links) + 1):
            if path not in self.links:
                return self.files.get(path)
            path = str(Path(path).parent / self.links[path])
        return None


def wanted_in(sums: Path) -> list[Wanted]:
    """The packages that a file of `sha256sum` lists."""
    lines = [line.split() for line in sums.read_text(encoding="utf-8").splitlines()]
    return [Wanted(file, digest) for digest, file in lines]


def latest(names: Sequence[str]) -> list[Wanted]:
    """The versions that apt would install, with the digests of its signed index."""
    shown = _apt("apt-cache", "show", "--no-all-versions", *names)
    found = {}
    for paragraph in shown.split("\n\n"):
        lines = (line.partition(": ") for line in paragraph.splitlines() if not line.startswith(" "))
        fields = {name: value for name, _, value in lines}
        if "SHA256" in fields:
            file = "{Package}_{Version}_{Architecture}.deb".format_map(fields).replace(":", "%3a")
            found[fields["Package"]] = Wanted(file, fields["SHA256"])
    missing = set(names) - set(found)
    if missing:
        raise BuildError(f"apt knows no package {', '.join(sorted(missing))}: run `apt-get update` first")
    return [found[name] for name in names]


def download(wanted: Sequence[Wanted], folder: Path, seconds: float = SECONDS) -> None:
    """Let apt fetch these packages into a folder."""
    _apt("apt-get", "download", "-q", *(one.request for one in wanted), folder=folder, seconds=seconds)


def _apt(*command: str, folder: Path | None = None, seconds: float = SECONDS) -> str:
    if shutil.which(command[0]) is None:
        raise BuildError(f"there is no {command[0]} here: give a folder with the packages (--debs DIR)")
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise BuildError(f"{' '.join(command[:2])} has not ended after {seconds:g} s") from None
    if done.returncode:
        raise BuildError(
            f"{' '.join(command[:2])} failed: {done.stderr.strip()}\n"
            "SHA256SUMS lists packages of Debian 12. If they are older than what apt offers, take the newest"
            " (--latest);\non another system, give a folder with the packages (--debs DIR)."
        )
    return done.stdout


def unpacked(wanted: Wanted, folder: Path) -> Package:
    """A package of this folder, whose digest must be the one that is wanted."""
    try:
        data = (folder / wanted.file).read_bytes()
    except OSError as error:
        raise BuildError(f"{wanted.file} cannot be read: {error.strerror}") from None
    if hashlib.sha256(data).hexdigest() != wanted.sha256:
        raise BuildError(f"{wanted.file} is not the file that SHA256SUMS lists: its digest is another")
    archives = {name.partition(".tar")[0]: content for name, content in _members(data) if ".tar" in name}
    with tarfile.open(fileobj=io.BytesIO(archives["control"])) as control:
        told = control.extractfile("./control")
        assert told is not None, "a package has a file of control fields"
        lines = (line.partition(":") for line in told.read().decode().splitlines() if line[:1] != " ")
        fields = {name: value.strip() for name, _, value in lines}
    files, links = {}, {}
    with tarfile.open(fileobj=io.BytesIO(archives["data"])) as archive:
        for entry in archive:
            path = entry.name.removeprefix("./")
            if entry.issym():
                links[path] = entry.linkname
            elif (opened := archive.extractfile(entry)) is not None:
                files[path] = Content(opened.read(), bool(entry.mode & 0o111), int(entry.mtime))
    return Package(fields, files, links)


def _members(archive: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of an `ar` archive: a header of 60 bytes each, the content at an even place."""
    at = len(b"!<arch>\n")
    while at < len(archive):
        name, size = archive[at : at + 16].decode().strip().rstrip("/"), int(archive[at + 48 : at + 58])
        at += 60
        yield name, archive[at : at + size]
        at += size + size % 2
