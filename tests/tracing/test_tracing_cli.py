"""pydecl trace: what it prints, its fields in JSON, its exit codes, and how it is stopped."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest
from command_line import Run, begun, busy_seconds, children, killed_at_last
from folders import rules_file

FIELDS = ["seq", "event", "ply", "node", "position", "mover", "depth", "alpha", "beta", "value"]
FIELDS += ["bound", "old", "by", "reach", "skipped", "tie"]

LOOP = (
    "initial(a). moves(a, [b, c]). moves(c, _) :- repeat, fail. max_to_move(a). min_to_move(b).\n"
    "min_to_move(c). staticval(b, 1). staticval(c, 1).\n"
)


def test_one_event_a_line_indented_by_the_ply(pydecl: Run) -> None:
    done = pydecl("trace", "lecture19")
    lines = done.out.splitlines()
    assert (done.code, done.err, len(lines)) == (0, "", 35)
    assert lines[0] == "enter  a  MAX to move, alpha -inf, beta inf"
    assert lines[13] == "    enter  e  MAX to move, alpha -inf, beta 4"
    assert lines[18] == "    cut  e  skipped l: beta 4 is from b (shallow)"
    assert lines[-1] == "value  a  4"


@pytest.mark.parametrize("program", ["alphabeta", "negamax_ply", "won", "deepening"])
@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.covering(1, "each program and each form once")
def test_both_engines_print_the_same(pydecl: Run, program: str, form: tuple[str, ...]) -> None:
    told = [
        pydecl("trace", "nim:heaps=[1,2,2]", "--program", program, "--depth", "4", "--engine", engine, *form)
        for engine in ("prolog", "python")
    ]
    assert told[0] == told[1]
    assert (told[0].code, told[0].err) == (0, "")


def test_every_event_in_json_has_the_same_fields(pydecl: Run) -> None:
    done = pydecl("trace", "lecture19", "--json")
    events = [json.loads(line) for line in done.out.splitlines()]
    assert all(list(event) == FIELDS for event in events)
    assert [event["seq"] for event in events] == list(range(1, 36))
    (first, second) = (event for event in events if event["event"] == "cut")
    assert first["skipped"] == [{"node": 8, "position": "l"}]
    expected = {"node": 4, "alpha": 5, "beta": 4, "bound": "beta", "value": 4, "by": 1, "reach": "shallow"}
    assert {name: first[name] for name in expected} == expected
    assert (second["position"], second["bound"], second["by"]) == ("c", "alpha", 0)
    assert (events[0]["alpha"], events[0]["beta"], events[0]["depth"]) == ("-inf", "inf", None)


def test_the_naming_changes_the_point_of_view(pydecl: Run) -> None:
    lines = {
        naming: pydecl("trace", "lecture19", "--naming", naming).out.splitlines()[-3].partition("  c  ")[2]
        for naming in ("textbook", "negamax", "lecture003")
    }
    assert lines == {
        "textbook": "skipped g: alpha 4 is from a (shallow)",
        "negamax": "skipped g: beta -4 is from a (shallow)",
        "lecture003": "g not examined: beta >= alpha, black has a better move before this at a (shallow)",
    }
    event = json.loads(pydecl("trace", "lecture19", "--naming", "negamax", "--json").out.splitlines()[-2])
    assert (event["event"], event["position"], event["value"]) == ("value", "c", -2)


def test_a_window_is_told_and_a_cut_by_it_has_no_ancestor(pydecl: Run) -> None:
    done = pydecl("trace", "lecture19", "--alpha", "2", "--beta", "3")
    assert done.out.splitlines()[0] == "enter  a  MAX to move, alpha 2, beta 3"
    assert "skipped c: beta 3 was given" in done.out


def test_the_order_of_moves_is_the_one_asked_for(pydecl: Run) -> None:
    best = pydecl("trace", "lecture19", "--order", "best", "--json", "--program", "negamax_ply").out
    entered = [json.loads(line)["position"] for line in best.splitlines() if '"enter"' in line]
    assert entered[:5] == ["a", "b", "d", "j", "i"]


def test_a_table_and_iterations_are_told(pydecl: Run) -> None:
    assert "known from the table" in pydecl("trace", "nim", "--program", "alphabeta_tt").out
    deepening = pydecl("trace", "nim:heaps=[1,2]", "--program", "deepening").out.splitlines()
    assert [line for line in deepening if "iteration" in line][:2] == [
        "iteration  to depth 1",
        "iteration  to depth 2",
    ]


@pytest.mark.parametrize("engine", ["prolog", "python"])
def test_a_limit_truncates_the_stream_but_not_the_search(pydecl: Run, engine: str) -> None:
    done = pydecl("trace", "lecture19", "--limit", "10", "--engine", engine)
    assert done.code == 0
    assert (
        done.out.splitlines()[-1].strip() == "truncated  the search went on: no more than 10 events are kept"
    )


COMPUTING = 1.0
"""Seconds of the processor's time after which a worker does more than to start."""


@pytest.mark.thorough("it waits for a second of the processor's time")
def test_an_interrupted_search_tells_what_happened(tmp_path: Path) -> None:
    path = rules_file(tmp_path, LOOP, "loop.pl")
    with begun("trace", path, "--time", "0") as process, killed_at_last(process):
        while sum(map(busy_seconds, children(process.pid))) < COMPUTING:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, err) == (130, "pydecl: stopped: interrupted\n")
    assert out.splitlines()[-1] == "  enter  c  MIN to move, alpha 1, beta inf"
