"""One slip each in right programs, as a hand makes them, and plain SWI-Prolog's word that it is one.

A slip counts only if `slips.pl`, which knows nothing of pydecl, has a tree on which the program is wrong: its
first answer, or an answer on backtracking. An alphabeta that is right and evaluates what minimax does is one
as well.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from right_searches import PROGRAMS, Right

CLAUSE = re.compile(r"^\S.*?\.\n", re.DOTALL | re.MULTILINE)
CALL = re.compile(r"\b[a-z]\w*\(((?:[A-Z_]\w*, )+[A-Z_]\w*)\)")


@dataclass(frozen=True)
class Slip:
    """A program with a slip, of what kind it is, and whose program it was made from."""

    name: str
    kind: str
    style: str
    asked: str
    text: str


def _each(pattern: str, new: Callable[[re.Match[str]], str]) -> Callable[[str], Iterator[str]]:
    """A text with one match of a pattern changed, for each."""

    def edits(text: str) -> Iterator[str]:
        for found in re.finditer(pattern, text):
            yield text[: found.start()] + new(found) + text[found.end() :]

    return edits


def _word(**words: str) -> Callable[[str], Iterator[str]]:
    return _each(rf"\b({'|'.join(words)})\b(?=\()", lambda found: words[found[0]])


def _turned(pairs: dict[str, str]) -> Callable[[str], Iterator[str]]:
    return _each(r" (>=|=<|>|<) ", lambda found: f" {pairs[found[1]]} ")


def _clauses_dropped(text: str) -> Iterator[str]:
    for found in CLAUSE.finditer(text):
        yield text[: found.start()] + text[found.end() :]


def _clauses_exchanged(text: str) -> Iterator[str]:
    clauses = list(CLAUSE.finditer(text))
    for one, other in pairwise(clauses):
        if one[0].split("(")[0] == other[0].split("(")[0]:
            yield text[: one.start()] + other[0] + one[0] + text[other.end() :]


def _misprinted(text: str) -> Iterator[str]:
    """One of several places of a variable, with a letter too many."""
    for clause in CLAUSE.finditer(text):
        names = re.findall(r"\b[A-Z]\w*", clause[0])
        for found in re.finditer(r"\b[A-Z]\w*", clause[0]):
            if names.count(found[0]) > 1:
                at = clause.start() + found.end()
                yield f"{text[:at]}e{text[at:]}"


def _mistaken(text: str) -> Iterator[str]:
    """A variable in a body that ends with a digit, without it, or with another one."""
    yield from _each(r"(?<=[(, ])([A-Z][a-z]*)([0-9])\b", lambda found: found[1])(text)


def _arguments(text: str) -> Iterator[str]:
    for found in CALL.finditer(text):
        args = found[1].split(", ")
        for at in range(len(args) - 1):
            if "_" not in args[at : at + 2]:
                other = [*args[:at], args[at + 1], args[at], *args[at + 2 :]]
                yield text[: found.start(1)] + ", ".join(other) + text[found.end(1) :]


KINDS: dict[str, Callable[[str], Iterator[str]]] = {
    "comparison turned": _turned({">": "<", "<": ">", ">=": "=<", "=<": ">="}),
    "equality": _turned({">": ">=", "<": "=<", ">=": ">", "=<": "<"}),
    "wrong player": _word(max_to_move="min_to_move", min_to_move="max_to_move"),
    "max for min": _word(max="min", min="max", max_list="min_list", min_list="max_list"),
    "clause dropped": _clauses_dropped,
    "clauses exchanged": _clauses_exchanged,
    "cut dropped": _each(r"!", lambda _: "true"),
    "variable misprinted": _misprinted,
    "another variable": _mistaken,
    "arguments exchanged": _arguments,
    "sign": _each(
        r"\bstaticval\((\w+), (\w+)\)(?=[,.\n ])", lambda found: f"staticval({found[1]}, S), {found[2]} is -S"
    ),
    "sign dropped": _each(r"(?<= is )-(?=[A-Z])", lambda _: ""),
    "base value": _each(
        r"-1000000|(?<=[( ])-?1(?=[),])|\[\](?=, A\b)", lambda found: "0" if found[0] != "[]" else "[_]"
    ),
    "negation dropped": _each(r"\\\+ ", lambda _: ""),
    "goal dropped": _each(r"(?<=, )(?:terminal\w+|newer|better|minimax|alphabeta)\([^()]*\), ", lambda _: ""),
}

HORIZONS = {
    "minimax/3": """
minimax(P, B, V) :- mm(P, {plies}, B, V).
mm(P, D, B, V) :- D > 0, moves(P, L), !, D1 is D - 1, best(L, D1, B, V).
mm(P, _, _, V) :- staticval(P, V).
best([P], D, P, V) :- !, mm(P, D, _, V).
best([P|Ps], D, B, V) :- mm(P, D, _, V1), best(Ps, D, P2, V2), better(P, V1, P2, V2, B, V).
better(P, V, _, V1, P, V) :- min_to_move(P), V > V1, !.
better(P, V, _, V1, P, V) :- max_to_move(P), V < V1, !.
better(_, _, P1, V1, P1, V1).
""",
    "alphabeta/5": """
alphabeta(P, A, B, Q, V) :- ab(P, {plies}, A, B, Q, V).
ab(P, 0, _, _, _, V) :- !, staticval(P, V).
ab(P, D, A, B, Q, V) :- moves(P, Ps), !, D1 is D - 1, scan(Ps, P, D1, A-B, none, Q, V).
ab(P, _, _, _, none, V) :- staticval(P, V).
scan(Ps, Top, _, A-B, Q, Q, V) :- ( Ps = [] ; A >= B ), !, ( max_to_move(Top) -> V = A ; V = B ).
scan([P|Ps], Top, D, A0-B0, Q0, Q, V) :-
    ab(P, D, A0, B0, _, W),
    (   max_to_move(Top) -> A is max(A0, W), B = B0 ; B is min(B0, W), A = A0 ),
    (   A-B == A0-B0 -> Q1 = Q0 ; Q1 = P ),
    scan(Ps, Top, D, A-B, Q1, Q, V).
""",
}


def edited() -> list[Slip]:
    """All that the kinds make of the right programs, slips or not, each text once."""
    made: dict[str, Slip] = {}
    unchanged = {right.text for right in PROGRAMS}
    for right in PROGRAMS:
        for kind, edits in KINDS.items():
            for at, text in enumerate(edits(right.text)):
                is_there = re.search(rf"^{right.asked.split('/')[0]}\(", text, re.MULTILINE)
                if is_there and text not in unchanged:
                    name = f"{right.name}_{kind.replace(' ', '_')}_{at}"
                    made.setdefault(text, Slip(name, kind, right.name, right.asked, text))
    for asked, text in HORIZONS.items():
        for plies in (1, 2, 3, 4, 5, 6):
            name, written = f"{asked.split('/')[0]}_horizon_{plies}", text.format(plies=plies)
            made[written] = Slip(name, "horizon", "horizon", asked, written)
    return list(made.values())


def judged(programs: Sequence[Slip | Right]) -> list[str]:
    """What plain SWI-Prolog says of each: `right`, what is wrong, or `prunes nothing`."""
    with TemporaryDirectory() as folder:
        files = []
        for at, one in enumerate(programs):
            files.append(Path(folder) / f"{at}.pl")
            files[-1].write_text(
                f":- style_check(-singleton), style_check(-discontiguous).\n{one.text}", "utf-8"
            )
        listed = Path(folder) / "asked.txt"
        lines = (f"'{file}'-({one.asked}).\n" for file, one in zip(files, programs, strict=True))
        listed.write_text("".join(lines), "utf-8")
        script = Path(__file__).with_name("slips.pl")
        done = subprocess.run(
            ["swipl", "-f", "none", "-g", f"judge('{listed}')", "-t", "halt", script],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        found: list[str] = json.loads(done.stdout)
    assert len(found) == len(programs), done.stderr
    return found


def slips(number: int, seed: int = 1) -> list[Slip]:
    """So many that are wrong, of each kind and each style in turn."""
    made = edited()
    wrong = [one for one, said in zip(made, judged(made), strict=True) if said != "right"]
    random.Random(seed).shuffle(wrong)
    groups: dict[tuple[str, str], list[Slip]] = {}
    for one in wrong:
        groups.setdefault((one.kind, one.style), []).append(one)
    chosen: list[Slip] = []
    while len(chosen) < number and any(groups.values()):
        chosen += [group.pop() for group in groups.values() if group]
    return chosen[:number]
