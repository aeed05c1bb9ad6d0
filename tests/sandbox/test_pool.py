"""Processes share tasks: results in their places, errors told, interruptions answered, nothing left."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import pytest
from command_line import end_soon
from folders import SUPPORT

from pydecl.errors import ContractError, Exit, InputError, LimitError, PydeclError, SourceError
from pydecl.sandbox.pool import Begun, Done, Failed, Pool, RelayedError, Said, Told, Work


@pytest.fixture(autouse=True)
def _work_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SUPPORT)


def said(tasks: Sequence[str], processes: int = 2, setup: object = None) -> list[Said]:
    with Pool(Work("pool_work:working", setup), processes) as pool:
        return list(pool.run(tasks))


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_each_task_has_one_result_in_its_place(processes: int) -> None:
    found = said([f"double {number}" for number in range(7)], processes)
    assert {one.place: one.result for one in found if isinstance(one, Done)} == {n: 2 * n for n in range(7)}
    assert sorted(one.place for one in found if isinstance(one, Begun)) == list(range(7))
    assert [one for one in found if isinstance(one, Told) and one.place == 3] == [Told(3, 1, 2)]


def test_a_process_does_one_task_after_the_other() -> None:
    found = said(["who"] * 4)
    assert len({one.result for one in found if isinstance(one, Done)}) == 2


def test_an_error_ends_its_task_alone() -> None:
    found = said(["refuse", "double 1", "fault", "double 2"], 1)
    failed = {one.place: one for one in found if isinstance(one, Failed)}
    assert {one.place: one.result for one in found if isinstance(one, Done)} == {1: 2, 3: 4}
    assert (failed[0].exit_code, failed[0].message) == (
        Exit.BROKEN_CONTRACT,
        str(ContractError("no_value", "p")),
    )
    assert failed[2].exit_code is Exit.INTERNAL_FAULT
    assert "KeyError: 'unforeseen'" in failed[2].message


def test_a_process_that_cannot_work_ends_all() -> None:
    with pytest.raises(RelayedError, match="there is no work") as raised:
        said(["who"], setup="no work")
    assert raised.value.exit_code is Exit.BAD_INPUT


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(LimitError, match="has died"):
        said(["die"])


def test_interrupted_tasks_say_what_they_have() -> None:
    with Pool(Work("pool_work:working", None), 2) as pool:
        running = pool.run(["sleep", "double 4", "sleep"])
        while not (isinstance(one := next(running), Begun) and one.place == 2):
            pass
        done = {one.place: one.result for one in pool.interrupted()}
    assert done.get(0, "woken") == "woken"
    assert set(done) <= {0, 2}


def test_nothing_is_left_of_a_pool_that_is_left_early() -> None:
    with Pool(Work("pool_work:working", None), 2) as pool:
        running = pool.run(["sleep", "sleep"])
        assert [next(running), next(running)] == [Begun(0), Begun(1)]
        pids = [worker.process.pid for worker in pool._busy.values()]
    assert end_soon(pids)


ERRORS = [
    ContractError("no_value", "p(1)"),
    InputError("not so"),
    SourceError([]),
    RelayedError("elsewhere", Exit.LIMIT),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_that_was_pickled_says_the_same(error: PydeclError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.exit_code, vars(again)) == (str(error), error.exit_code, vars(error))
