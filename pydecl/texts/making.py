"""What a rules file is compiled to: an explanation, or a text in C."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from pydecl.compiler import ir
from pydecl.compiler.c.primitives import PRIMITIVES, WITHOUT_SETTINGS
from pydecl.compiler.c.program import CText, compile_c
from pydecl.compiler.c.text import c_string
from pydecl.compiler.compile import ENTRIES, compile_normal
from pydecl.compiler.consulted import front_end, same_rules
from pydecl.compiler.explain import explained as explained_pass
from pydecl.compiler.explain import program_lines, refusal_text
from pydecl.compiler.frontend.loaded import NotFollowedError
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import CHANGING_FACTS, Normal, Sources
from pydecl.compiler.frontend.prelude import prelude
from pydecl.compiler.ir import Determinism, Key
from pydecl.compiler.passes import all_passes
from pydecl.compiler.search_programs import (
    as_it_stands,
    attached,
    attached_programs,
    compiled_programs,
    computes_with_infinity,
    read_programs,
)
from pydecl.errors import NotCompiledError, UnfitError
from pydecl.grounding.flattening import NotGroundedError
from pydecl.grounding.interface import GroundedRules, grounded_rules
from pydecl.grounding.sheets import grounded_game
from pydecl.model.coding import Coding
from pydecl.model.program import Manner, OwnProgram
from pydecl.model.reader import read_term
from pydecl.model.term import Term
from pydecl.paths import prolog_file
from pydecl.rules.catalogue.loading import TWO_READINGS
from pydecl.rules.finding import Finding
from pydecl.rules.gdl.rules import CONVENTION
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Span
from pydecl.texts.entries import ABOUT, MODES, MOVERS, MOVES, START, TEXTBOOK, Told, indicator
from pydecl.texts.reading import MOST, finding_fields

Facts = Sequence[tuple[str, int, Sequence[str]]]
"""The facts of predicates, by name and arity, as canonical text."""


@dataclass
class _Game:
    """A `Consulted` of `pydecl.compiler.consulted`, of what `given` in `entries.py` tells."""

    rules_text: str | None
    name: str
    rules_file: str
    defined: frozenset[str]
    facts: Mapping[tuple[str, int], Sequence[Term]]
    convention: str
    decided: Sequence[Term]
    loaded: str

    @classmethod
    def of(
        cls, text: str, defined: Sequence[str], facts: Facts, decided: Sequence[str], **told: str
    ) -> _Game:
        known = {(name, arity): list(map(read_term, terms)) for name, arity, terms in facts}
        return cls(
            text, defined=frozenset(defined), facts=known, decided=list(map(read_term, decided)), **told
        )


@lru_cache(maxsize=1)
def _front_end(text: str, about: str) -> tuple[_Game, ir.Program, Sources]:
    """The last one is kept: it is asked for again."""
    game = _Game.of(text, **json.loads(about))
    return (game, *front_end(game))


def readings(text: str, **about: Any) -> list[dict[str, Any]]:
    """Where loading does what the text does not tell, so that it is not compiled."""
    try:
        rules = same_rules(_Game.of(text, **about))
    except NotFollowedError as error:
        place = error.file, error.line, error.column
        return [finding_fields(Finding(TWO_READINGS, *place, 1, error.reason, "", error.source_line))]
    except (NotCompiledError, RecursionError):
        return []
    names: dict[tuple[Span, str], list[str]] = {}
    for predicate in rules.predicates.values():
        if predicate.differs and predicate.barred is not None:
            names.setdefault(predicate.barred, []).append(f"{predicate.name}/{predicate.arity}")
    found = []
    for (span, reason), known in names.items():
        other, line, column = rules.sources.located(span)
        others = f" and {len(known) - 1} more" if known[1:] else ""
        shown = other.source_line(line, column)
        message = f"{known[0]}{others}: {reason}"
        found.append(Finding(TWO_READINGS, other.file, line, column, 1, message, "", shown))
    return list(map(finding_fields, found[:MOST]))


def explained(text: str, what: str, examples: Told, **about: Any) -> str:
    """The text in C, or all that a person may want to know; as JSON a table of it, or why what is refused.

    `pass NAME` is what a pass of the compiler makes of the rules.
    """
    if what.startswith("pass "):
        return explained_pass(what.removeprefix("pass "), same_rules(_Game.of(text, **about)))
    game, program, sources = _front_end(text, json.dumps(about))
    in_text, without_c = _in_c(game, program, sources, examples)
    if what == "c":
        return in_text.text
    if what == "refused":
        return json.dumps(without_c)
    said = {f"{key.name}/{key.arity}" for key in program.refusals}
    others = [why for name, why in without_c.items() if name not in said]
    if what == "explanation":
        lines = "\n".join(program_lines(program, sources))
        types = f"The types in machine code:\n\n{in_text.typed.report()}"
        return "\n".join((lines, types, *others, *filter(None, (_grounding(game),)))) + "\n"
    rows = [
        [str(key), program.procedures[key].determinism.value, key in in_text.entries]
        for key in program.entries
    ]
    rows += [[str(key), "", False] for key in program.refusals]
    refused = {str(key): refusal_text(refusal, sources) for key, refusal in program.refusals.items()}
    told = {"rows": rows, "refused": refused, "refused_in_c": without_c, "others": others}
    return json.dumps({**told, "grounding": _grounding(game)})


def _grounding(game: _Game) -> str:
    """Whether a sheet is grounded, for people; nothing about other rules."""
    if game.convention != CONVENTION:
        return ""
    try:
        form = grounded_game(game)
        grounded_rules(form)
    except NotGroundedError as error:
        return f"not grounded: {error}; so searches ask the rules above"
    moves = sum(map(len, form.moves))
    size = f"{len(form.facts):,} facts, {moves:,} moves, {form.lines:,} conditions"
    return f"grounded: {size}; searches in machine code ask these"


def read_ahead(_: str) -> str:
    """Nothing; what is compiled with every game is read, and kept."""
    read_programs()
    prelude()
    all_passes()
    return ""


def game_in_c(text: str, examples: Told, only: Sequence[str] | None, **about: Any) -> str:
    """The rules with the search programs, or those that `only` names. Raises NotCompiledError."""
    game = _Game.of(text, **about)
    wanted = [name for name in compiled_programs() if only is None or name in only]
    searches: dict[str, Key] = {}

    def with_searches(rules: Normal) -> Sequence[Key]:
        nonlocal searches
        searches = attached_programs(rules, wanted)
        return tuple(searches.values())

    try:
        ground = grounded_rules(grounded_game(game))
    except NotGroundedError:
        ground = None
    if ground is None:
        program, sources = front_end(game, with_searches)
    else:
        program = compile_normal(ground.rules, (*ENTRIES, *with_searches(ground.rules)))
        sources = ground.rules.sources
    alone = only[0] if only is not None and len(only) == 1 else None
    compiled, refused = _in_c(game, program, sources, examples, alone, searches, ground)
    successors = next((key for key in MOVES if indicator(key) in game.defined), MOVES[0])
    for key in (successors, *MOVERS):
        if indicator(key) in refused:
            raise NotCompiledError(refused[indicator(key)])
    without = {name: "" for name in compiled_programs() if name not in compiled.programs}
    for name in searches.keys() & without:
        refusal = compiled.refusals.get(searches[name])
        without[name] = "it computes with values of an unusual kind, such as fractions"
        if refusal is not None:
            without[name] = _why_not(refusal, sources)
    coding = None if ground is None else ground.coding
    return compiled.text + about_text(compiled.entries, compiled.programs, without, refused, coding)


def _in_c(
    game: _Game,
    program: ir.Program,
    sources: Sources,
    examples: Told,
    only: str | None = None,
    searches: Mapping[str, Key] | None = None,
    ground: GroundedRules | None = None,
) -> tuple[CText, dict[str, str]]:
    """The rules in C, and why what they define is not covered, by name and arity.

    Raises UnfitError if there are no examples, and no start that tells what positions hold.
    """
    seen = {(Key(name, mode), at): list(map(read_term, terms)) for name, mode, at, terms in examples}
    compiled = compile_c(
        program,
        examples=seen,
        game=True,
        only=only,
        searches=searches,
        apart=[key for name, key in (searches or {}).items() if computes_with_infinity(name)],
        counted=PRIMITIVES if ground is None else {**PRIMITIVES, **ground.primitives},
        called="" if ground is None else ground.text,
    )
    refused = _refused(game, compiled, sources)
    if not examples and START in refused:
        raise UnfitError(f"{refused[START]}\nso the positions that it gives must be told")
    return compiled, refused


def _refused(game: _Game, compiled: CText, sources: Sources) -> dict[str, str]:
    """Why what the rules define is not compiled, by name and arity."""
    found = {
        indicator((key.name, key.mode)): _why_not(refusal, sources)
        for key, refusal in compiled.refusals.items()
    }
    there = {indicator((key.name, key.mode)) for key in compiled.entries} | set(found)
    for key in ENTRIES:
        name = indicator((key.name, key.mode))
        if name in game.defined and name not in there:
            why = "is not compiled to machine code: its clauses are not in this file"
            found[name] = f"{game.rules_file}: {name} {why}"
    return {name: why for name, why in found.items() if name in game.defined}


def _why_not(refusal: ir.Refusal, sources: Sources) -> str:
    return refusal_text(refusal, sources, " to machine code")


def about_text(
    entries: Mapping[Key, int],
    programs: Sequence[str],
    without: Mapping[str, str],
    refused: Mapping[str, str],
    coding: Coding | None = None,
) -> str:
    """The function that says what an object holds.

    `without` are the programs that it lacks, each with the reason, which is empty if nobody wanted it;
    `coding` says how positions are told that are bits.
    """
    names = [[key.name, key.mode] for key, _ in sorted(entries.items(), key=lambda entry: entry[1])]
    told = None if coding is None else asdict(coding)
    lists = {"entries": names, "programs": programs, "without": without, "refused": refused, "coding": told}
    about = json.dumps(lists)
    return f"\nPD_ENTRY({ABOUT}) {{ pd_write(call, {c_string(about)}, {len(about)}); }}\n"


# A program of the file's own


def own_in_c(
    text: str,
    program: Sequence[Any],
    manner: str,
    empty_ends: bool,
    examples: Told,
    **about: Any,
) -> str:
    """A program of the file's own, joined with its rules. Raises NotCompiledError."""
    own = OwnProgram(program[0], program[1], Manner(manner))
    game = _Game.of(text, **about)
    rules, key = _joined(game, own, empty_ends)
    made = compile_normal(rules, [key])
    several = key not in made.procedures or made.procedures[key].determinism is Determinism.NONDET
    seen = {(key, at): list(map(read_term, terms)) for _, _, at, terms in examples}
    compiled = compile_c(made, examples=seen, counted=WITHOUT_SETTINGS)
    if key not in compiled.entries:
        raise NotCompiledError(_why_not(compiled.refusals[key], rules.sources))
    return f"{compiled.text}{_entry(several)}"


def _joined(game: _Game, own: OwnProgram, empty_ends: bool) -> tuple[Normal, Key]:
    """The program with the rules, and what is asked of it."""
    try:
        rules = same_rules(game)
    except NotFollowedError as error:
        raise NotCompiledError(str(error)) from None
    predicate = own.name, own.arity
    if predicate not in rules.predicates:
        raise NotCompiledError(f"{game.name}: {own.indicator} is in another file")
    if any(name == CHANGING_FACTS for name, _ in rules.predicates):  # which it may change for good
        raise NotCompiledError(f"{game.name}: {own.indicator} stands beside facts that change")
    if own.manner is Manner.BARE:
        return rules, Key(as_it_stands(rules, predicate)[0], MODES[own.whole])
    textbook = None
    if own.manner is Manner.PART:
        texts = [prolog_file("textbook", f"{name}.pl").read_text(encoding="utf-8") for name in TEXTBOOK]
        textbook = normal(read_rules("\n".join(texts), "alphabeta.pl"))
    name, _ = attached(rules, predicate, textbook, empty_ends=empty_ends)
    return rules, Key(name, MODES[own.whole])


def _entry(several: bool) -> str:
    return f"""
PD_ENTRY(pydecl_own) {{
    int status;
    solutions = nodes = leaves = 0;
    horizon = false;
    status = pd_setjmp(escape);
    if (!status) pydecl_run(call);
    pd_write_int(call, nodes);
    pd_write_int(call, leaves);
    pd_write_int(call, horizon);
    pd_write_int(call, {int(several)});
    answer(status, solutions);
}}
"""
