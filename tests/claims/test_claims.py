"""The lectures' claims: their verdicts are computed, and docs/claims.md says what they are."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest
from command_line import Run
from folders import ROOT, rules_file
from rings import is_thorough, sample

from pydecl.claims import lecture20, othello, progress
from pydecl.claims.claim import Found, Lecture, Verdict, command
from pydecl.claims.running import CLAIMS, EVIDENCE, Report, chosen, page, run
from pydecl.claims.workshop import Workshop
from pydecl.engines.registry import REFERENCE
from pydecl.errors import Exit, LimitError
from pydecl.loading.consulting import consult
from pydecl.model.result import Answer, Status
from pydecl.model.term import Term
from pydecl.paths import prolog_file

Result = TypeVar("Result")

PAGE = ROOT / "docs" / "claims.md"

PREFIXES = {Lecture.LECTURE19: "l19", Lecture.OTHELLO: "ol", Lecture.LECTURE20: "l20", Lecture.PROGRESS: "fp"}

LONG = re.findall(
    r"\S+",
    """
    fp-64 fp-adjusted fp-flat-is-enough fp-no-loop fp-only-one l19-above l19-alpha l19-alphabeta-printed
    l19-and-node l19-below l19-beta l19-deepest l19-efficient l19-equal-positions l19-inside
    l19-main-variation l19-max-chooses l19-minimax-printed l19-not-exactly l19-not-win l19-or-node
    l19-outside l19-preliminary-order l19-propagation l19-search-tree l19-time-control l19-usually
    l19-win-and-loss l19-won l19-won-printed l20-alpha l20-few-positions l20-maximized l20-multiple
    l20-one-for-a-win l20-pays l20-procedure l20-queen l20-unaffected l20-zero-sum-games ol-alpha
    ol-branching ol-first-move ol-ignore ol-more-efficient ol-no-moves ol-same-results
    """,
)
"""The claims that take most of the time, nine tenths of it: the thorough ring alone works them out."""

WORKED_OUT = [claim for claim in CLAIMS if is_thorough() or claim.id not in LONG]


class Watched(Workshop):
    """A workshop that says whether what it was last asked depends on its engine."""

    asked: ClassVar[bool] = False
    """Whether the engine was looked at, now or when what is known already was worked out."""

    def __init__(self, engine: str = REFERENCE, seconds: float | None = None) -> None:
        super().__init__(engine, seconds)
        self._dependent: set[str] = set()

    @property
    def engine(self) -> str:
        Watched.asked = True
        return self._engine

    @engine.setter
    def engine(self, engine: str) -> None:
        self._engine = engine

    def once(self, what: str, compute: Callable[[], Result]) -> Result:
        asked, Watched.asked = Watched.asked, False
        found = super().once(what, compute)
        if Watched.asked:
            self._dependent.add(what)
        Watched.asked = asked or what in self._dependent
        return found


@pytest.fixture(scope="module")
def worked_out() -> Sequence[tuple[Report, bool]]:
    """The reports, and whether each depends on the engine."""
    found = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pydecl.claims.running.Workshop", Watched)
        patched.setattr("pydecl.claims.lecture19.SECONDS", 2.0)  # also a busy machine gets an answer
        Watched.asked = False
        for report in run(WORKED_OUT):
            found.append((report, Watched.asked))
            Watched.asked = False
    return found


@pytest.fixture(scope="module")
def reports(worked_out: Sequence[tuple[Report, bool]]) -> Sequence[Report]:
    return [report for report, _ in worked_out]


def verdicts(page: str) -> dict[str, str]:
    """Those of a page by the ids of the claims."""
    return {name: verdict for verdict, name in re.findall(r"^  - \*(\w+)\* `([\w-]+)` ", page, re.MULTILINE)}


def verdict(claim: str) -> str | None:
    (report,) = run(chosen(ids=[claim]))
    return report.verdict


# The claims as they are written down


def test_there_are_many_and_no_id_is_used_twice() -> None:
    ids = [claim.id for claim in CLAIMS]
    assert len(ids) == len(set(ids)) == len(EVIDENCE) >= 45
    assert {claim.lecture for claim in CLAIMS} == set(Lecture)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_says_where_it_stands_and_what_is_tried(claim: Any) -> None:
    assert claim.id.startswith(f"{PREFIXES[claim.lecture]}-")
    assert claim.section
    assert claim.scope
    assert 3 <= len(claim.quotation) <= 160
    assert "\n" not in claim.quotation + claim.scope


# What is computed


def test_every_claim_has_a_verdict_and_a_witness(reports: Sequence[Report]) -> None:
    assert len(reports) == len(WORKED_OUT)
    for report in reports:
        assert report.found is not None
        assert report.found.witness


def test_the_page_has_these_claims_and_these_verdicts(reports: Sequence[Report]) -> None:
    written = verdicts(PAGE.read_text("utf-8"))
    assert set(written) == {claim.id for claim in CLAIMS}
    assert {report.claim.id: report.verdict for report in reports}.items() <= written.items()


def test_the_page_is_what_is_written_now(reports: Sequence[Report]) -> None:
    def lines(text: str) -> list[str]:
        return [line for line in text.splitlines() if not any(words in line for words in left_out)]

    left_out = [] if is_thorough() else [" claims: ", "- **", *(f"`{claim}`" for claim in LONG)]
    assert lines(PAGE.read_text("utf-8")) == lines(page(reports))


@pytest.mark.thorough("the claims are worked out a second time")
def test_both_engines_come_to_the_same_verdicts(worked_out: Sequence[tuple[Report, bool]]) -> None:
    expected = {report.claim.id: report.verdict for report, asked in worked_out if asked}
    assert len(expected) >= 40
    found = run([report.claim for report, asked in worked_out if asked], "python")
    assert {report.claim.id: report.verdict for report in found} == expected


def test_each_verdict_is_among_them(reports: Sequence[Report]) -> None:
    assert {report.verdict for report in reports} == {one.value for one in Verdict}


def test_every_command_can_be_given(
    reports: Sequence[Report], pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path))
    for line in sample([*dict.fromkeys(report.command for report in reports)], 6):
        program, *words = shlex.split(line)
        assert program == "pydecl"
        if words[:2] == ["claims", "--only"]:
            assert words[2:] in [[claim.id] for claim in CLAIMS]
            continue
        done = pydecl(*words)
        assert done.code == Exit.FINE, line
        assert done.out


# No verdict is written by hand: other facts, other verdicts


def test_a_command_quotes_what_a_shell_would_break() -> None:
    words = command("search", "kqk", position="Kd6 Qa7 ke8 w", alpha=-3, depth=None, leaves=True)
    assert words == "pydecl search kqk --position 'Kd6 Qa7 ke8 w' --alpha=-3 --leaves"


Change = Callable[[pytest.MonkeyPatch], None]

CHANGES: dict[str, tuple[Change, str, str]] = {
    "fp-opposite": (lambda m: m.setattr(progress, "retrieved", progress.stored), "true", "false"),
    "l20-5600": (lambda m: m.setattr(lecture20, "CAPTURES", 24), "false", "underspecified"),
    "l20-winner": (
        lambda m: m.setattr(lecture20, "FIELDS", {"two": ("always_tell", "always_silent")}),
        *("underspecified", "false"),
    ),
    "ol-f": (
        lambda m: m.setattr(othello, "filled", lambda d, e, f: ((30, 40), (0, d), (e, f))),
        *("underspecified", "false"),
    ),
}
"""Claims, a change of what they look at, and the verdicts before and after it."""


@pytest.mark.parametrize("claim", CHANGES)
def test_with_other_facts_the_verdict_is_another(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    change, before, after = CHANGES[claim]
    assert verdict(claim) == before
    change(monkeypatch)
    assert verdict(claim) == after


def test_another_tree_gets_another_verdict(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With 0.6 for 0.5 the page's 0.6 is right."""
    text = prolog_file("games", "trees", "eight_leaves.tree").read_text("utf-8")
    changed = rules_file(tmp_path, text.replace("l4 0.5", "l4 0.6"), "eight_leaves.tree")
    assert verdict("l20-row-2") == "false"
    monkeypatch.setattr(
        "pydecl.claims.workshop.consult", lambda _, seconds: consult(changed, seconds=seconds)
    )
    assert verdict("l20-row-2") == "true"


# The command


def test_it_prints_what_it_finds_and_a_false_claim_is_no_error(pydecl: Run) -> None:
    done = pydecl("claims", "--only", "l20-row-2", "--only", "l20-root")
    assert done.code == Exit.FINE
    lines = done.out.splitlines()
    assert lines[0] == "l20-row-2  false"
    assert lines[1] == "  'Min 0.6 0.9'"
    assert lines[4:6] == [
        "  witness  left is worth 0.5",
        "  command  pydecl search eight_leaves --position left --program minimax",
    ]
    assert lines[-1].startswith("2 claims: 1 true, 1 false, in ")


def test_json_has_the_same(pydecl: Run) -> None:
    done = pydecl("claims", "--only", "l20-row-2", "--json")
    assert done.code == Exit.FINE
    (claim,) = done.json()["claims"]
    assert done.json()["complete"] is True
    assert claim.pop("seconds") >= 0
    assert claim == {
        "id": "l20-row-2",
        "lecture": "lecture20",
        "section": "Minimax Trees",
        "quotation": "Min 0.6 0.9",
        "scope": "the second row of the tree of eight leaves",
        "verdict": "false",
        "witness": "left is worth 0.5",
        "command": "pydecl search eight_leaves --position left --program minimax",
        "fault": None,
    }


@pytest.mark.parametrize("lecture", Lecture)
def test_a_lecture_has_its_own(pydecl: Run, lecture: Lecture) -> None:
    listed = pydecl("claims", lecture.value, "--list", "--json").json()
    assert [row["id"] for row in listed] == [claim.id for claim in CLAIMS if claim.lecture is lecture]


def test_the_list_names_them_all_and_works_nothing_out(pydecl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workshop, "__init__", None)
    done = pydecl("claims", "--list")
    assert done.code == Exit.FINE
    assert [line.split()[0] for line in done.out.splitlines()[1:] if not line.startswith(" ")] == [
        claim.id for claim in CLAIMS
    ]


def test_it_writes_a_page_where_a_true_claim_has_its_verdict_and_no_more(pydecl: Run, tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    done = pydecl("claims", "--only", "l20-row-2", "--only", "l20-root", "--write", file)
    assert done.code == Exit.FINE
    assert verdicts(file.read_text("utf-8")) == {"l20-row-2": "false", "l20-root": "true"}
    assert file.read_text("utf-8").endswith(
        "- **Minimax Trees**\n"
        "  - *false* `l20-row-2` 'Min 0.6 0.9': the second row of the tree of eight leaves → "
        "left is worth 0.5\n"
        "  - *true* `l20-root` 'Max 0.9'\n"
    )


def test_where_the_time_is_over_the_claim_has_no_verdict(pydecl: Run, tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    done = pydecl("claims", "progress", "--time", "0.000001", "--json", "--write", file)
    assert done.code == Exit.LIMIT
    assert {claim["verdict"] for claim in done.json()["claims"]} == {None}
    assert done.json()["complete"] is False
    assert "claims are undecided" in done.err
    assert not file.exists()


def test_a_claim_that_takes_too_long_is_left_and_the_others_are_kept(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter((0.2, 0.1))

    def at_the_next_look(_: Workshop) -> float:
        for seconds in left:
            return seconds
        raise LimitError("time is up")

    monkeypatch.setattr(Workshop, "left", at_the_next_look)
    done = pydecl("claims", "--only", "l20-non-zero", "--only", "fp-only-one", "--time", "0.3", "--json")
    assert done.code == Exit.LIMIT
    assert [claim["verdict"] for claim in done.json()["claims"]] == ["true", None]


def test_found_needs_no_command() -> None:
    (claim,) = chosen(ids=["l20-non-zero"])
    assert Report(claim, Found(Verdict.TRUE, "w"), 0.0).command == "pydecl claims --only l20-non-zero"


def test_an_interruption_ends_all(pydecl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> Answer[Term]:
        return Answer.stopped(Status.INTERRUPTED, 0.0)

    monkeypatch.setattr("pydecl.engines.searching.run", interrupted)
    assert pydecl("claims", "--only", "l20-row-2").code == Exit.INTERRUPTED
