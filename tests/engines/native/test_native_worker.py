"""Machine code in its child process: what it answers, and what becomes of code that goes wrong."""

from __future__ import annotations

import ctypes
import random
import subprocess
import sys
import threading
from functools import partialmethod
from pathlib import Path

import pytest
from command_line import end_soon, is_alive
from folders import SUPPORT
from killing import once_it_computes
from native_code import each_compiler, packed, told_if_missing, unpacked

from pydecl.engines.native.building import WARNINGS, Compiler, build
from pydecl.engines.native.call import ALIGNED, HEAD
from pydecl.engines.native.client import MEMORY, STACK, NativeCode
from pydecl.engines.native.worker import JUMP_WORDS, Call
from pydecl.errors import (
    BuildError,
    ContractError,
    LimitError,
    NumberTooLargeError,
    OutOfMemoryError,
    PydeclError,
)
from pydecl.sandbox.process import Process

TEXT = SUPPORT / "native_code.c"

LEAST, MOST = -(2**63), 2**63 - 1


def code(compiler: Compiler | None, memory: int = MEMORY, stack: int = STACK) -> NativeCode:
    built = build(TEXT.read_text(), compiler=compiler, flags=WARNINGS)
    return NativeCode(built, memory=memory, stack=stack)


@each_compiler
def test_a_function_gets_bytes_and_gives_bytes(compiler: Compiler | None) -> None:
    with told_if_missing(compiler), code(compiler) as native:
        assert native.call("reversed", b"abc\0d") == b"d\0cba"
        assert native.call("reversed") == b""
        long = bytes(range(256)) * 10_000
        assert native.call("reversed", long) == long[::-1]


@each_compiler
def test_both_sides_have_the_same_words(compiler: Compiler | None) -> None:
    with told_if_missing(compiler), code(compiler) as native:
        size, stop, jump, words = unpacked(native.call("layout"))
        assert (size, stop, jump) == (ctypes.sizeof(Call), Call.stop.offset, Call.jump.offset)
        assert words == JUMP_WORDS


@each_compiler
@pytest.mark.parametrize("flags", [[], ["-DPYDECL_PORTABLE"]], ids=["builtins", "portable"])
def test_arithmetic_says_when_it_overflows(compiler: Compiler | None, flags: list[str]) -> None:
    chance = random.Random(6)
    edges = [LEAST, LEAST + 1, -(2**32), -(2**31), -2, -1, 0, 1, 2, 3037000499, 3037000500, 2**32, MOST]
    pairs = [(a, b) for a in edges for b in edges]
    pairs += [
        (chance.randint(LEAST, MOST) >> chance.randint(0, 63), chance.randint(LEAST, MOST))
        for _ in range(500)
    ]
    with told_if_missing(compiler):
        built = build(TEXT.read_text(), compiler=compiler, flags=[*WARNINGS, *flags])
        with NativeCode(built) as native:
            for a, b in pairs:
                found = unpacked(native.call("arithmetic", packed(a, b)))
                for (overflows, result), true in zip(
                    zip(found[::2], found[1::2], strict=True), (a + b, a - b, a * b), strict=True
                ):
                    assert bool(overflows) == (not LEAST <= true <= MOST), (a, b, true)
                    assert (result - true) % 2**64 == 0


@each_compiler
@pytest.mark.parametrize("flags", [[], ["-DPYDECL_PORTABLE"]], ids=["builtins", "portable"])
def test_bits_are_counted(compiler: Compiler | None, flags: list[str]) -> None:
    chance = random.Random(6)
    words = [0, 1, 2**63, 2**64 - 1, *(chance.getrandbits(64) >> chance.randint(0, 63) for _ in range(300))]
    with told_if_missing(compiler):
        built = build(TEXT.read_text(), compiler=compiler, flags=[*WARNINGS, *flags])
        with NativeCode(built) as native:
            for word in words:
                signed = word - 2**64 if word > MOST else word
                trailing = (word & -word).bit_length() - 1 if word else 64
                expected = [word.bit_count(), 64 - word.bit_length(), trailing]
                assert unpacked(native.call("bits", packed(signed))) == expected


Raised = tuple[type[PydeclError], str]

WRONG: dict[str, Raised] = {
    "overflow": (NumberTooLargeError, "does not fit into 64 bits"),
    "error": (ContractError, "no such position"),
    "missing": (ContractError, "there is no function missing"),
    "wild": (ContractError, "killed by signal 11, SIGSEGV"),
    "gives_up": (ContractError, "killed by signal 6, SIGABRT"),
    "leaves": (ContractError, "exit code 3"),
    "deep": (OutOfMemoryError, "64 MiB of stack"),
    "deep_unchecked": (ContractError, "SIGSEGV.* 64 MiB of stack"),
    "hungry": (OutOfMemoryError, "100 MiB of memory"),
    "spins": (LimitError, r"within 0\.1 s"),
}


@pytest.mark.sampled(8, "each case is a process that is hurt")
@each_compiler
@pytest.mark.parametrize("function", WRONG)
def test_what_goes_wrong_is_named_and_the_next_call_is_answered(
    compiler: Compiler | None, function: str
) -> None:
    kind, said = WRONG[function]
    seconds = 0.1 if function == "spins" else None
    with told_if_missing(compiler), code(compiler, memory=100, stack=64) as native:
        native.call("reversed")
        with pytest.raises(kind, match=said):
            native.call(function, packed(0), seconds=seconds)
        assert native.call("reversed", b"ab") == b"ba"


@each_compiler
def test_code_that_looks_at_the_time_says_how_far_it_came(
    compiler: Compiler | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = partialmethod(Process.exchange_bytes, grace=600.0)
    monkeypatch.setattr(Process, "exchange_bytes", patient)  # it is not killed if it is slow to stop
    with told_if_missing(compiler), code(compiler) as native:
        native.call("reversed")
        assert unpacked(native.call("counts", seconds=0.1))[0] > 0
        assert native.call("reversed", b"ab") == b"ba"


@each_compiler
def test_the_stack_may_be_used_to_its_end(compiler: Compiler | None) -> None:
    """As deep as half the stack for its frames, whose size the function tells."""
    with told_if_missing(compiler), code(compiler, stack=512) as native:
        (frame,) = unpacked(native.call("frame"))
        depth = (256 << 20) // frame
        assert unpacked(native.call("deep", packed(depth))) == [depth]


@each_compiler
def test_ctrl_c_ends_the_child_and_only_it(
    compiler: Compiler | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with told_if_missing(compiler), code(compiler) as native:
        native.call("reversed")
        pid = native.pid
        assert pid is not None

        def interrupted(*_: object, **__: object) -> bytes:
            raise KeyboardInterrupt

        monkeypatch.setattr(Process, "exchange_bytes", interrupted)
        with pytest.raises(KeyboardInterrupt):
            native.call("spins")
        monkeypatch.undo()
        assert not is_alive(pid)
        assert native.call("reversed", b"ab") == b"ba"


@each_compiler
def test_another_thread_ends_a_call(compiler: Compiler | None) -> None:
    with told_if_missing(compiler), code(compiler) as native:
        native.call("reversed")
        other = threading.Thread(target=once_it_computes, args=(native.pid, native.interrupt))
        other.start()
        with pytest.raises(ContractError, match="SIGKILL"):
            native.call("spins", seconds=None)
        other.join()


@each_compiler
def test_the_child_ends_with_its_parent(compiler: Compiler | None) -> None:
    script = (
        "import os, sys; from pathlib import Path; from pydecl.engines.native.client import NativeCode\n"
        "native = NativeCode(Path(sys.argv[1])); native.call('reversed'); print(native.pid, flush=True)\n"
        "os._exit(0)"
    )
    with told_if_missing(compiler):
        built = build(TEXT.read_text(), compiler=compiler, flags=WARNINGS)
        done = subprocess.run(
            [sys.executable, "-c", script, str(built)], capture_output=True, text=True, check=True
        )
        assert end_soon([int(done.stdout)])


@each_compiler
def test_the_code_can_read_no_file_and_start_no_process(compiler: Compiler | None) -> None:
    with told_if_missing(compiler), code(compiler) as native:
        opened, forked = unpacked(native.call("escapes"))
        if any("Landlock" in wall for wall in native.protections):
            assert opened == -1
        if "seccomp" in native.protections:
            assert forked == -1


def test_what_is_no_object_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "object.so"
    broken.write_bytes(b"no object")
    with NativeCode(broken) as native, pytest.raises(BuildError, match="cannot be run"):
        native.call("reversed")


def test_what_a_function_gets_begins_where_numbers_may_lie() -> None:
    assert HEAD.size % ALIGNED == 0
