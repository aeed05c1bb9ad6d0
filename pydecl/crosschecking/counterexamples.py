"""A broken law, reduced to its smallest case, with its cause if that has a name, and the command for it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydecl.crosschecking.cases import Case
from pydecl.crosschecking.engaged import Twins, ask_all, runners_on_trees
from pydecl.crosschecking.examining import Finding, examine, has_variation, variations, visits
from pydecl.crosschecking.laws import Fault, Judge, Law, has_leaves_law, leaves_fault, twin_facts
from pydecl.crosschecking.shrinking import shrink
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.games.tree import TreeGame
from pydecl.loading.trees_and_graphs import plant
from pydecl.model.number import INFINITY, number_text
from pydecl.model.program import Program
from pydecl.model.result import DEFAULTS, Limits, Order
from pydecl.model.term import Atom, Term
from pydecl.model.tree import tree_text
from pydecl.programs.registry import DECLARED, NAIVE, SETTINGS
from pydecl.tracing.recording import can_be_traced

SECONDS = 5.0
"""For one question about a smaller case."""


@dataclass(frozen=True)
class Counterexample:
    """The smallest case found on which a program breaks a law; `cause` is empty where it has no name."""

    program: Program
    fault: Fault
    case: Case
    limits: Limits
    cause: str

    @property
    def tree(self) -> str:
        """The case as the text of a `.tree` file, with what it shows as a comment."""
        lines = [f"% {self.program.value} breaks a law: {self.fault}"]
        if self.cause:
            lines.append(f"% cause: {self.cause}")
        return "\n".join([*lines, tree_text(self.case.tree)])

    def command(self, file: str | Path) -> str:
        """The command that shows it again, where the tree is in `file`."""
        words = ["pydecl", "crosscheck", str(file), "--plies", "0", "--program", self.program.value]
        return shlex.join([*words, *options(self.limits)])

    def replay(self, file: str | Path) -> str | None:
        """The command that shows what a naive variant does, event by event, beside the program that is right.

        None for other programs, which differ from engine to engine, and for what cannot be traced.
        """
        right = DECLARED[self.program].naive_of
        if right is None or not can_be_traced(self.program):
            return None
        words = ["pydecl", "trace", str(file), "--program", self.program.value]
        return shlex.join([*words, *options(self.limits), "--beside", right])

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        return {
            "program": self.program.value,
            "law": self.fault.law.value,
            "expected": self.fault.expected,
            "found": self.fault.found,
            "cause": self.cause or None,
            "nodes": len(self.case.tree.nodes),
            "tree": tree_text(self.case.tree),
            "options": options(self.limits),
        }


def options(limits: Limits) -> list[str]:
    """The command line's options for these limits."""
    words = ["--depth", "unlimited" if limits.depth is None else str(limits.depth)]
    if limits.alpha > -INFINITY:
        words.append(f"--alpha={number_text(limits.alpha)}")
    if limits.beta < INFINITY:
        words.append(f"--beta={number_text(limits.beta)}")
    settings = limits.settings
    if settings.order is not Order.GAME:
        words += ["--order", settings.order.value]
    if settings.order is Order.RANDOM:
        words += ["--seed", str(settings.seed)]
    usual = {name: one.default for name, one in SETTINGS.items()} | dict(DEFAULTS.numbers)
    for name, value in settings.numbers.items():
        if name != "seed" and value != usual[name]:
            words += ["--set", f"{name}={value}"]
    return words


def smallest(game: SessionGame, case: Case, program: Program, limits: Limits, found: Fault) -> Counterexample:
    """The counterexample that the case shrinks to; `game` is one of `consult_trees`.

    The case itself where the fault that was found does not show again.
    """
    law = found.law
    some = _fault(game, case, program, limits, law, some=False) is None  # it is seen there alone

    def fails(case: Case, limits: Limits) -> bool:
        return _fault(game, case, program, limits, law, some=some) is not None

    small, asked = shrink(case, limits, fails)
    fault = _fault(game, small, program, asked, law, some=some)
    if fault is None:
        return Counterexample(program, found, case, limits, "")
    return Counterexample(program, fault, small, asked, _cause(game, small, program, asked))


def _fault(
    game: SessionGame, case: Case, program: Program, limits: Limits, law: Law, *, some: bool
) -> Fault | None:
    """How the program breaks this law on the case, if it does; `some`: see `runners_on_trees`."""
    root = Atom(case.tree.root.name)
    limits = replace(limits, seconds=SECONDS)
    judge = Judge[Term](TreeGame(case.tree, "tree"))  # type: ignore[arg-type]
    try:
        plant(game, case.tree)
        with runners_on_trees(game, [case.tree], some=some) as runners:
            (findings,) = examine(game, [judge], [(program, root, limits)], SECONDS, runners)
            if law is Law.VISITS:
                found = visits(game, (program, root, limits), SECONDS)
                findings = [found] if found else []
            elif law is Law.LEAVES and has_leaves_law(program, limits):
                found_fault = leaves_fault(judge.game, program, root, limits)
                findings = [Finding(program, limits, Law.LEAVES, None, found_fault)]
            elif law is Law.VARIATION and has_variation(program, limits):
                (findings,) = variations(game, [judge], [(program, root, limits)], SECONDS, runners)
    except PydeclError:
        return None
    return next((found.fault for found in findings if found.fault and _alike(found.fault.law, law)), None)


def _alike(law: Law, other: Law) -> bool:
    """Whether the laws are the same but for the window and the order: a smaller case may have neither."""
    values = (Law.VALUE, Law.WINDOW, Law.ORDER)
    return law is other or (law in values and other in values)


# Causes


def _cause(game: SessionGame, case: Case, program: Program, limits: Limits) -> str:
    """What is wrong, if the program is a naive variant or answers as one does."""
    if DECLARED[program].naive_of is not None:
        return DECLARED[program].cause
    variants = [variant for variant in NAIVE if DECLARED[variant].naive_of == program.value]
    root = Atom(case.tree.root.name)
    plant(game, case.tree)
    right, *wrong = ask_all(game, [(asked, root, limits) for asked in (program, *variants)], SECONDS)
    return named_cause(right, variants, wrong)


def named_cause(answers: Twins, variants: Sequence[Program], theirs: Sequence[Twins]) -> str:
    """The cause of the variant that says what one of the engines says, and another does not."""
    facts = list(map(twin_facts, answers.answers.values()))
    for variant, twins in zip(variants, theirs, strict=True):
        naive = twin_facts(twins.reference)
        if 0 < facts.count(naive) < len(facts):
            return DECLARED[variant].cause
    return ""
