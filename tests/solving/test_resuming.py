"""A game that is solved layer by layer: whatever interrupts that, the next one goes on to the same files."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from kept_games import short_sample as short_sample
from rings import sample_size

from pydecl.errors import InputError, LimitError
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.solving import layered
from pydecl.solving.card import CARD
from pydecl.solving.keeping import keep

pytestmark = pytest.mark.usefixtures("quick_c")

GAME = "connect4:width=3,height=3,run=3"


class Killed(BaseException):
    """As if the process had ended."""


def digests(folder: Path) -> dict[str, str]:
    """All files but those that tell how long it took."""
    return {
        path.name: sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.suffix == ".parquet"
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of the game, solved at one go in one process."""
    folder = tmp_path_factory.mktemp("whole") / "solved"
    with consult(GAME) as game:
        keep(game, folder, Reading())
    return digests(folder)


def killed_at(number: int, patches: pytest.MonkeyPatch) -> Callable[[], int]:
    """Let the step of this number be the last one; what is given tells how many there were."""
    steps = 0

    def step(before: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*given: Any, **options: Any) -> Any:
            nonlocal steps
            thread = threading.current_thread()
            if thread is not threading.main_thread() and "Pool" not in thread.name:  # one who compiles
                return before(*given, **options)
            if steps == number:
                raise Killed
            steps += 1
            return before(*given, **options)

        return stepped

    for name in ("replace", "write_bytes", "unlink", "mkdir"):
        patches.setattr(Path, name, step(getattr(Path, name)))
    patches.setattr(shutil, "rmtree", step(shutil.rmtree))
    return lambda: steps


def ended_by(patches: pytest.MonkeyPatch, error: BaseException | type[BaseException]) -> None:
    """Let the work end as its fourth layer is to be solved."""
    before = layered.LayeredSolver._solve

    def ends(self: layered.LayeredSolver, layer: int) -> int:
        if layer == 4:
            raise error
        return before(self, layer)

    patches.setattr(layered.LayeredSolver, "_solve", ends)


def test_it_goes_on_from_every_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with consult("nim:heaps=[1,2]") as game:
        keep(game, tmp_path / "whole", Reading())
        whole = digests(tmp_path / "whole")
        number, done = 0, False
        while not done:
            folder = tmp_path / f"{number}"
            with monkeypatch.context() as patches:
                told = killed_at(number, patches)
                try:
                    keep(game, folder, Reading())
                    done = True
                except Killed:
                    pass
            assert told() <= number
            if not done:
                keep(game, folder, Reading(), resume=True)
            assert digests(folder) == whole
            assert sorted(path.name for path in folder.iterdir()) == sorted([*whole, CARD, "README.md"])
            number += sample_size(12, 6)
    assert number > 60


def test_what_is_there_is_not_solved_again(tmp_path: Path) -> None:
    with consult("nim:heaps=[1,2]") as game:
        card = keep(game, tmp_path / "solved", Reading())
        before = (tmp_path / "solved" / CARD).stat().st_mtime_ns
        assert keep(game, tmp_path / "solved", Reading(), resume=True) == card
        assert (tmp_path / "solved" / CARD).stat().st_mtime_ns == before
    with consult("nim:heaps=[2,2]") as game, pytest.raises(InputError, match="there is something already"):
        keep(game, tmp_path / "solved", Reading(), resume=True)


def test_time_that_is_over_is_no_loss(
    tmp_path: Path, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with consult(GAME) as game:
        with monkeypatch.context() as patches:
            ended_by(patches, LimitError("time is up"))
            with pytest.raises(LimitError, match=r"was not solved: time is up; .* --resume goes on"):
                keep(game, tmp_path / "solved", Reading())
        keep(game, tmp_path / "solved", Reading(), resume=True)
    assert digests(tmp_path / "solved") == whole


@pytest.mark.sampled(1, "each case solves a game and keeps it")
@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda work: (work / layered.STATE).write_text("{"), "cannot be read"),
        (lambda work: (work / "3.keys").write_bytes(b"1234567"), "3.keys: the file is damaged"),
        (lambda work: (work / "5.outcomes").write_bytes(b"\0" * 7), "the file is damaged"),
    ],
)
def test_damaged_work_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], object], said: str
) -> None:
    with consult(GAME) as game:
        with monkeypatch.context() as patches:
            ended_by(patches, Killed)
            with pytest.raises(Killed):
                keep(game, tmp_path / "solved", Reading())
        damage(tmp_path / "solved.solving")
        with pytest.raises(InputError, match=said):
            keep(game, tmp_path / "solved", Reading(), resume=True)


def test_rules_that_have_changed_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended_by(monkeypatch, Killed)
    with consult(GAME) as game, pytest.raises(Killed):
        keep(game, tmp_path / "solved", Reading())
    with consult("connect4:width=3,height=3") as game, pytest.raises(InputError, match="has changed since"):
        keep(game, tmp_path / "solved", Reading(), resume=True)


def test_parts_that_fit_into_memory_give_the_same(
    tmp_path: Path, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with consult(GAME) as game:
        monkeypatch.setattr(layered.LayeredSolver, "_at_once", lambda *_, **__: 7)
        keep(game, tmp_path / "parts", Reading())
    assert digests(tmp_path / "parts") == whole


@pytest.mark.parametrize(("jobs", "cluster"), [(2, None), (3, None), (1, "local:2")])
@pytest.mark.thorough("each case starts processes; how others do pieces: see sandbox/test_executing")
def test_the_same_comes_out_wherever_it_is_done(
    tmp_path: Path, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch, jobs: int, cluster: str | None
) -> None:
    if cluster is not None:
        pytest.importorskip("distributed")
    monkeypatch.setattr("pydecl.solving.pieces.FEW", 20)
    monkeypatch.setattr(layered, "LEAST_AT_ONCE", 8)
    with consult(GAME) as game:
        keep(game, tmp_path / "other", Reading(), jobs=jobs, cluster=cluster)
    assert digests(tmp_path / "other") == whole
