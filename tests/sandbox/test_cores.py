"""The cores of the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from pydecl.sandbox import cores


@pytest.mark.parametrize(
    ("said", "idle"),
    [
        ("0.5 0.5 0.5 1/100 7", True),  # who asks is the one that runs
        ("0.5 0.5 0.5 2/100 7", True),
        ("0.5 0.5 0.5 3/100 7", False),
        ("0.5 0.5 0.5 9/100 7", False),
        ("no numbers", True),
        (None, True),
    ],
)
def test_a_core_is_idle_if_fewer_threads_run_than_there_are_cores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str | None, idle: bool
) -> None:
    load = tmp_path / "loadavg"
    if said is not None:
        load.write_text(said)
    monkeypatch.setattr(cores, "LOAD", load)
    monkeypatch.setattr(cores, "core_count", lambda: 2)
    assert cores.core_is_idle() is idle
