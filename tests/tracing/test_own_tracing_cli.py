"""pydecl trace and draw: programs of a file's own, beside others, on trees; and which events are shown."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import own_texts
import pytest
from command_line import Run
from folders import ROOT
from grades import GOOD, HOMEWORK
from patience import patiently
from rings import sample, sample_size

from pydecl.crosschecking.laws import Law
from pydecl.crosschecking.own_judging import named, replay

TREE = "a min 0 (b 1  c 0  d -0.5)"
TREES = sorted((ROOT / "prolog" / "games" / "trees").glob("*.tree"))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "own.pl"


# What is shown


def numbered(pydecl: Run, *options: str) -> list[dict[str, object]]:
    done = pydecl("trace", "tictactoe", "--depth", "3", "--json", *options)
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def test_only_from_and_to_show_a_part_of_the_whole_stream(pydecl: Run) -> None:
    whole = numbered(pydecl)
    assert len(whole) > 500
    assert numbered(pydecl, "--only", "cut,leaf") == [e for e in whole if e["event"] in ("cut", "leaf")]
    assert numbered(pydecl, "--from", "100", "--to", "140") == whole[99:140]
    assert numbered(pydecl, "--to", "7") == whole[:7]
    assert numbered(pydecl, "--from", str(len(whole))) == whole[-1:]
    both = [e for e in whole[199:300] if e["event"] == "window"]
    assert both
    assert numbered(pydecl, "--only", "window", "--from", "200", "--to", "300") == both
    lines = pydecl("trace", "tictactoe", "--depth", "3").out.splitlines()
    assert len(lines) == len(whole)
    part = pydecl("trace", "tictactoe", "--depth", "3", "--from", "100", "--to", "140").out.splitlines()
    assert part == lines[99:140]


@pytest.mark.parametrize("program", ["alphabeta", "minimax", "won", "alphabeta_tt", "deepening"])
@pytest.mark.sampled(3, "each is a trace and a search")
def test_a_summary_counts_the_whole_stream(pydecl: Run, program: str) -> None:
    asked = ("nim:heaps=[1,2,2]", "--program", program, "--depth", "5")
    events = [json.loads(line) for line in pydecl("trace", *asked, "--json").out.splitlines()]
    found = pydecl("trace", *asked, "--summary", "--json").json()
    assert sum(found["events"].values()) == len(events)
    assert all(sum(e["event"] == kind for e in events) == number for kind, number in found["events"].items())
    assert (found["nodes"], found["leaves"], found["hits"]) == tuple(
        found["events"][kind] for kind in ("enter", "leaf", "hit")
    )
    reaches = [event["reach"] for event in events if event["event"] == "cut"]
    assert found["cuts"] == {
        "shallow": reaches.count("shallow"),
        "deep": reaches.count("deep"),
        "given": reaches.count(None),
        "none": 0,
    }
    assert found["deepest"] == max(event["ply"] for event in events)
    assert found["value"] == events[-1]["value"]
    if program in ("alphabeta", "minimax", "alphabeta_tt"):
        searched = pydecl("search", *asked, "--json").json()
        assert (found["nodes"], found["leaves"]) == (searched["nodes"], searched["leaves"])


def test_a_summary_in_words(pydecl: Run) -> None:
    assert pydecl("trace", "lecture19", "--summary").out.splitlines() == [
        "events          35: 11 enter, 6 window, 5 leaf, 2 cut, 11 value",
        "nodes           11, leaves 5",
        "cuts            2 shallow",
        "from the table  0",
        "deepest ply     3",
        "value           4",
    ]


def test_a_stream_that_was_cut_off_says_so_even_if_that_event_is_not_shown(pydecl: Run) -> None:
    done = pydecl("trace", "lecture19", "--limit", "10", "--only", "leaf")
    assert (done.code, done.err) == (0, "pydecl: no more than 10 events are kept (--limit)\n")


# Trees


@pytest.mark.parametrize("command", ["trace", "draw"])
@pytest.mark.parametrize("program", ["minimax", "alphabeta"])
@pytest.mark.sampled(1, "each case loads all trees")
def test_every_bundled_tree_runs_or_says_at_once_which_leaf_is_unknown(
    pydecl: Run, command: str, program: str
) -> None:
    unknown = 0
    trees = sample(TREES, 8)
    for tree in trees:
        done = pydecl(command, tree, "--program", program)
        if done.code == 0:
            assert done.err == ""
            continue
        assert done.code == 3
        (said,) = done.err.splitlines()
        if tree.stem == "seven_of_eight_dice":
            assert said.endswith("; chance is to move: expectiminimax can search this")
        else:
            assert said.startswith("pydecl: the value of ")
            assert said.endswith(" is unknown")
            unknown += 1
    assert 0 < unknown < len(trees) / 2


def test_a_program_of_a_file_runs_on_a_tree_beside_it(pydecl: Run) -> None:
    lecture = ROOT / "prolog" / "games" / "trees" / "lecture19.tree"
    own = pydecl("trace", GOOD, "--program", "file:alphabeta", "--tree", "lecture19")
    assert own == pydecl("trace", "lecture19")
    text = pydecl("trace", GOOD, "--program", "file:alphabeta", "--tree", "a max (b 3  c 2)").out
    assert text.splitlines()[-1] == "value  a  3"
    drawn = pydecl("draw", GOOD, "--program", "file:alphabeta", "--tree", lecture).out
    assert drawn.partition("\n")[2] == pydecl("draw", "lecture19").out.partition("\n")[2]
    found = pydecl("search", GOOD, "--program", "file:alphabeta", "--tree", "lecture19", "--json").json()
    assert (found["game"], found["value"], found["nodes"]) == ("lecture19", 4, 11)


# Beside another program


def test_both_streams_up_to_the_first_event_that_differs(pydecl: Run) -> None:
    asked = ("trace", HOMEWORK / "newbounds_swapped.pl", "--program", "file:alphabeta", "--tree", TREE)
    done = pydecl(*asked, "--beside", "alphabeta")
    assert done.code == 1
    assert done.out.splitlines() == [
        "enter  a  MIN to move, alpha -inf, beta inf",
        "  enter  b  MAX to move, alpha -inf, beta inf",
        "  leaf  b  static value 1",
        "  value  b  1",
        "",
        "after 4 equal events, the first event that differs:",
        "  file:alphabeta  window  a  alpha -inf to 1, by b",
        "  alphabeta       window  a  beta inf to 1, by b",
    ]
    *equal, last = map(json.loads, pydecl(*asked, "--beside", "alphabeta", "--json").out.splitlines())
    assert [event["event"] for event in equal] == ["enter", "enter", "leaf", "value"]
    assert (last["agree"], last["equal"]) == (False, 4)
    assert [last[side]["event"]["bound"] for side in ("program", "beside")] == ["alpha", "beta"]


def test_programs_that_do_the_same_agree(pydecl: Run) -> None:
    done = pydecl("trace", GOOD, "--program", "file:alphabeta", "--beside", "alphabeta", "--only", "cut")
    assert done.code == 0
    assert done.out.splitlines()[-1] == "alphabeta does the same: 70 events, ends: value 0, best heap(min,3)"
    found = pydecl("trace", "lecture19", "--program", "alphabeta", "--beside", "alphabeta_first", "--json")
    assert found.code == 0
    assert json.loads(found.out.splitlines()[-1])["agree"] is True


def test_an_answer_that_differs_alone_is_told(pydecl: Run, own: Path) -> None:
    text = own_texts.textbook("minimax").replace(
        "best(PosList, BestSucc, Val)\n", "best(PosList, _, Val), last(PosList, BestSucc)\n"
    )
    assert text != own_texts.textbook("minimax")
    own.write_text(own_texts.NIM + text)
    done = pydecl("trace", own, "--program", "file:minimax", "--beside", "minimax", "--only", "cut")
    assert done.code == 1
    assert done.out.splitlines() == [
        "",
        "after 29 equal events, the answers differ:",
        "  file:minimax  ends: value 1, best h(min,2)",
        "  minimax       ends: value 1, best h(min,3)",
    ]


@pytest.mark.sampled(1, "each case computes until its time is over")
@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (own_texts.FAILS, 3, "minimax/3 of the file fails for h(max,4)"),
        (own_texts.THROWS, 3, "minimax/3 of the file raises an exception for h(max,4): "),
        (own_texts.LOOPS, 4, "stopped: time is up"),
    ],
    ids=["fails", "throws", "loops"],
)
def test_a_program_that_gives_no_answer_ends_with_one_message(
    pydecl: Run, own: Path, text: str, code: int, message: str
) -> None:
    own.write_text(own_texts.NIM + text)
    done, drawn = (
        patiently(
            lambda seconds, command=command: pydecl(
                command, own, "--program", "file:minimax", "--time", str(seconds)
            ),  # type: ignore[misc]
            lambda done: "h(max,4)" in done.out,
        )
        for command in ("trace", "draw")
    )
    assert done.code == code
    assert done.out.startswith("enter  h(max,4)  MAX to move\n")
    assert done.err.startswith(f"pydecl: {message}")
    assert done.err.count("\n") == 1
    assert (drawn.code, drawn.err) == (done.code, done.err)
    assert "h(max,4)  MAX  " in drawn.out


@pytest.mark.sampled(1, "each case computes until its time is over")
@pytest.mark.parametrize("tree", [(), ("--tree", TREE)])
def test_a_program_that_comes_to_no_end_leaves_time_for_the_one_beside_it(
    pydecl: Run, own: Path, tree: tuple[str, ...]
) -> None:
    own.write_text(own_texts.NIM + own_texts.SPINS)
    words = ("trace", own, "--program", "file:minimax", "--beside", "minimax", *tree)
    done = patiently(
        lambda seconds: pydecl(*words, "--time", str(seconds)),
        lambda done: done.out.splitlines()[-1:] != [] and "value" in done.out.splitlines()[-1],
    )
    assert done.code == 1
    *_, head, mine, theirs = done.out.splitlines()
    assert head.endswith(" equal events, the first event that differs:")
    assert mine.split(maxsplit=1) == ["file:minimax", "stopped: time is up"]
    assert theirs.split()[:2] == ["minimax", "value"]


def test_streams_that_are_not_kept_as_a_whole_are_compared_as_far_as_they_are(pydecl: Run) -> None:
    done = pydecl("trace", "lecture19", "--beside", "alphabeta", "--limit", "9")
    assert done.code == 4
    assert done.out.splitlines()[-1] == "alphabeta does the same, as far as events are kept (--limit)"


# What grade and crosscheck print


def replays(text: str) -> list[str]:
    return [line.strip().removeprefix("replay").strip() for line in text.splitlines() if "  replay " in line]


@pytest.mark.thorough("it grades a file first")
def test_the_command_that_grade_prints_shows_the_difference(pydecl: Run) -> None:
    names = sample(["cut_missing", "cuts_at_equality", "goodenough_last_missing"], 1)
    files = [HOMEWORK / f"{name}.pl" for name in names]
    told = pydecl("grade", GOOD, *files, "--trees", str(sample_size(10, 60))).out
    commands = replays(told)
    assert len(commands) == 3 + 2 * (len(files) - 1)
    for command in commands:
        program, *words = shlex.split(command)
        assert program == "pydecl"
        done = pydecl(*words)
        assert done.code == 1, command
        assert "equal events, the " in done.out


def test_the_command_that_crosscheck_prints_shows_the_difference(pydecl: Run) -> None:
    file = HOMEWORK / "newbounds_swapped.pl"
    told = pydecl("crosscheck", file, "--program", "file:alphabeta", "--trees", str(sample_size(25, 60))).out
    (command,) = replays(told)
    done = pydecl(*shlex.split(command)[1:])
    assert done.code == 1
    assert "the first event that differs" in done.out


def test_what_has_no_place_has_no_command() -> None:
    own = named("minimax/3")
    assert replay("a.pl", own, Law.TIES) is None
    assert replay("a.pl", own, Law.RULES, position="a") is None
    late = replay("my homework.pl", own, Law.END, position="-(5,a)", options=["--depth", "2"])
    assert late is not None
    assert shlex.split(late)[2:] == [
        *("my homework.pl", "--program", "file:minimax", "--position=-(5,a)", "--depth", "2"),
        *("--beside", "minimax", "--time", "5"),
    ]


def test_a_program_that_asks_about_a_variable_is_traced_up_to_there(pydecl: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    good = Path(GOOD).read_text()
    file.write_text(f"{good}\nbestmove(Pos, Next) :- moves(Pos, [Next|_]), bestmove(_, _).\n")
    done = pydecl("trace", file, "--program", "file:bestmove")
    assert done.code == 3
    assert done.out.splitlines()[-1].startswith("  enter  a variable, no position")
    assert "asks about a variable where a position is needed" in done.err
