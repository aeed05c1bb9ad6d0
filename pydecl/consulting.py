"""Consult a game: by name, from a rules file, a tree or a graph file, or from a Python class.

>>> with consult("tictactoe") as game:
...     start, = game.initial()
...     print(game.picture(game.parse_position("x.o/.x./..o")))
 x | 2 | o
---+---+---
 4 | x | 6
---+---+---
 7 | 8 | o
x to move
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydecl.bridge.game import SessionGame
from pydecl.bridge.remembering import Remembered
from pydecl.bridge.session import MEMORY, Session
from pydecl.errors import ContractError, Diagnostic, InputError, LimitError, SourceError
from pydecl.games import BUNDLED, bundled
from pydecl.games.tree import TreeGame
from pydecl.model.game import Game, P
from pydecl.model.number import INFINITY
from pydecl.model.program import TEXTBOOK, Program
from pydecl.model.reader import read_term
from pydecl.model.result import Preferred
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term
from pydecl.model.tree import Chance, Tree
from pydecl.paths import prolog_file, told_file, told_names
from pydecl.rules.catalogue.loading import HALTS
from pydecl.rules.conventions import convention_of, nearest
from pydecl.rules.dependencies import files_beside
from pydecl.rules.finding import Severity
from pydecl.rules.source import read_source, visible
from pydecl.supplying import supply

MOVES = ("moves/2", "move/2", "move/3")

WITHOUT_VALUES = (Program.WON, Program.OUTCOME, Program.WIN, Program.AND_OR)
"""The programs that only ask whether an end is won or lost."""

SPECIAL = {Program.QUIESCENCE: "turbulent/1", Program.FORWARD_PRUNING: "plausible/2"}
"""What a program needs that no other does."""


def game_names() -> list[str]:
    """The names of the bundled games, trees and graphs included."""
    return [*BUNDLED, *told_names(".tree"), *told_names(".graph")]


def consult(
    game: str | Path | Game[Any],
    /,
    *,
    seconds: float | None = 60.0,
    memory: int = MEMORY,
    convention: str | None = None,
    rules: Preferred = Preferred.HAND,
    late: bool = False,
    **options: object,
) -> SessionGame:
    """The game of this name or file, its rules in a SWI-Prolog of its own.

    `game` is a bundled name, options included (`"connect4:width=4"`), the path of a rules file, of a `.tree`
    or `.graph` file, or a Game in Python (see `supply`). `options` replace the options' defaults. `seconds`
    is the time that loading, and each later request that says nothing else, may take; `memory` is what the
    rules may use, in MiB. `convention` names the one that a rules file follows (see
    `pydecl.rules.conventions`), where it cannot be told. `rules` says what the searches in Python take. With
    `late`, SWI-Prolog does not start before it is asked something, where it has loaded the same rules before.

    Raises InputError where there is no such game, option or convention, SourceError where the file has a
    fault, ContractError or LimitError where loading it goes wrong.
    """
    if isinstance(game, Game):
        return game if isinstance(game, SessionGame) else supply(game, seconds=seconds)
    name, given = _split_options(str(game))
    terms = {**given, **{key: _term(value) for key, value in options.items()}}
    if convention is not None and (name in BUNDLED or told_file(name, ".tree") or told_file(name, ".graph")):
        raise InputError(f"{name}: a convention is for rules files, and this game needs none")
    session = Session(seconds, memory=memory, remembered=Remembered() if late else None)
    try:
        loaded = _found(session, name, terms, convention, str(game))
        loaded.preferred = rules
        return loaded
    except BaseException:
        session.close()
        raise


def _found(
    session: Session, name: str, terms: Mapping[str, Term], convention: str | None, given: str
) -> SessionGame:
    """The rules of this name; `given` is the name with its options."""
    if name in BUNDLED:
        twin = bundled(name, **terms)
        loaded = _load(session, prolog_file("games", f"{name}.pl"), terms, twin.name)
        loaded.twin, loaded.independent = twin, True
        return loaded
    if tree := told_file(name, ".tree"):
        if terms:
            raise InputError(f"{name}: a tree has no options")
        return _load_tree(session, tree, name)
    if graph := told_file(name, ".graph"):
        return _load_graph(session, graph, terms, given)
    path = Path(name)
    if not path.exists() and not path.is_symlink() and path.suffix == "":
        raise InputError(f"{name}: no bundled game and no file; 'pydecl games' lists the bundled ones")
    return _load(session, path, terms, given, convention)


def _split_options(spec: str) -> tuple[str, dict[str, Term]]:
    """A name and its options: `NAME:KEY=VALUE,…` with values that are numbers, atoms or lists."""
    name, colon, rest = spec.partition(":")
    if not colon or Path(spec).exists() or not (name in BUNDLED or "=" in rest):
        return spec, {}
    options: dict[str, Term] = {}
    for part in split_commas(rest):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise InputError(f"{spec}: expected KEY=VALUE, found {part!r}")
        if key in options:
            raise InputError(f"{spec}: {key} is given twice")
        options[key] = _term_of_text(value, spec)
    return name, options


def split_commas(text: str) -> list[str]:
    """The parts between the commas that stand in no bracket.

    >>> split_commas("heaps=[1,2],x=3")
    ['heaps=[1,2]', 'x=3']
    """
    parts, depth = [""], 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _term_of_text(text: str, spec: str) -> Term:
    try:
        return read_term(_without_infixes(text))
    except InputError as error:
        raise InputError(f"{spec}: {error}") from None


_OPERAND = r"""(?<![\w.])(?:'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"|-?\d+(?![.\w])|[a-z]\w*)"""
_PAIR = re.compile(rf"({_OPERAND})(?:\s*-\s*({_OPERAND}))?", re.DOTALL)


def _without_infixes(text: str) -> str:
    """A term in which pairs of numbers and atoms may be written with an infix minus.

    >>> _without_infixes("[1-2,a-'b-c',-3--4,f(1.5e-3)]")
    "[-(1,2),-(a,'b-c'),-(-3,-4),f(1.5e-3)]"
    """
    return _PAIR.sub(lambda pair: f"-({pair[1]},{pair[2]})" if pair[2] else pair[0], text)


def _term(value: object) -> Term:
    if isinstance(value, list | tuple):
        return PrologList(tuple(map(_term, value)))
    if isinstance(value, str):
        return _term_of_text(value, value)
    return value  # type: ignore[return-value]


def _load(
    session: Session, path: Path, options: Mapping[str, Term], name: str, convention: str | None = None
) -> SessionGame:
    """Load a rules file, under its convention or the one named; any error in it refuses it."""
    defined, named, warnings = load_clauses(session, path, options)
    read_as = convention_of(str(path), defined.union(named), convention)
    if read_as is None:
        raise InputError(_nothing_runs(path, defined, named))
    report = session.set_up(Compound("convention", (Atom(read_as.name),)))
    told = frozenset(map(_indicator, _items(report)))
    game = SessionGame(name, str(path), session, defined=told, convention=(read_as.name, read_as.title))
    game.warnings = warnings
    game.rules_text = visible(read_source(path), str(path))[0]
    game.facts = {(key, 1): [Compound(key, (value,))] for key, value in options.items()}
    return game


def load_clauses(
    session: Session, path: Path, options: Mapping[str, Term]
) -> tuple[frozenset[str], list[str], list[Diagnostic]]:
    """Load a file of clauses into the session's rules; any error in it refuses it.

    What it defines of a game's interface, all that it defines, and the warnings and notes about it.
    """
    text, invisible = visible(read_source(path), str(path))
    session.readable = (*session.readable, *files_beside(path, text))
    pairs = tuple(Compound("-", (Atom(key), value)) for key, value in options.items())
    request = Compound("load", (Atom(str(path.resolve())), PrologString(text), PrologList(pairs)))
    report = _loaded(session, request, path)
    messages, interface, named, unknown = (_items(part) for part in report.args)
    lines = text.split("\n")
    diagnostics = [_diagnostic(message, path, lines) for message in messages]
    errors = _better(text, path, [found for severity, found in diagnostics if severity == "error"])
    if any(found.code == HALTS.name for found in errors):
        raise ContractError("halts", "\n".join(str(found) for found in errors))
    if errors:
        raise SourceError(errors)
    if unknown:
        pair = unknown[0]
        assert isinstance(pair, Compound)
        key, _ = pair.args
        raise InputError(f"{path}: no option {key}: the file has no dynamic fact {key}/1 to replace")
    others = [*invisible, *(found for severity, found in diagnostics if severity != "error")]
    return frozenset(map(_indicator, interface)), [_indicator(part) for part in named], others


READ_AGAIN = 1 << 20
"""The longest text, in characters, that is read a second time to say what is wrong with it."""

_SYNTAX = re.compile("Syntax error|^(End of file|Illegal|Unterminated)")


def _better(text: str, path: Path, errors: list[Diagnostic]) -> list[Diagnostic]:
    """SWI-Prolog's words for errors of syntax, replaced by those of our own reader, which say more."""
    others = [error for error in errors if error.file != str(path) or not _SYNTAX.search(error.message)]
    if len(others) == len(errors) or len(text) > READ_AGAIN:
        return errors
    from pydecl.rules.reader import read_rules  # late: for bad files alone

    faults = [fault for fault in read_rules(text, str(path)).faults if fault.severity is Severity.ERROR]
    found = [
        Diagnostic(fault.file, fault.line, fault.column, fault.message, fault.source_line, fault.code.name)
        for fault in faults
    ]
    return sorted([*found, *others], key=lambda error: (error.line, error.column)) if found else errors


LOADING_SECONDS = 20.0
"""How long a file may take to load, its directives included."""


def _loaded(session: Session, request: Compound, path: Path) -> Compound:
    seconds = min(LOADING_SECONDS, INFINITY if session.seconds is None else session.seconds)
    try:
        report = session.set_up(request, seconds=seconds)
    except LimitError as error:
        raise LimitError(f"{path}: loading it takes more than {seconds:.3g} s ({error})") from None
    assert isinstance(report, Compound)
    return report


def _items(term: Term) -> tuple[Term, ...]:
    assert isinstance(term, PrologList)
    return term.items


def _indicator(term: Term) -> str:
    assert isinstance(term, Compound)
    name, arity = term.args
    assert isinstance(name, Atom)
    return f"{name.name}/{arity}"


def _diagnostic(message: Term, path: Path, lines: Sequence[str]) -> tuple[str, Diagnostic]:
    assert isinstance(message, Compound)
    severity, code, file, line, column, text = message.args
    assert isinstance(severity, Atom)
    assert isinstance(code, Atom)
    assert isinstance(file, Atom)
    assert isinstance(line, int)
    assert isinstance(column, int)
    assert isinstance(text, PrologString)
    own = file.name in ("", str(path.resolve()))
    source_line = lines[line - 1].rstrip("\r") if own and 0 < line <= len(lines) else ""
    wording = text.value.replace("rules:", "").split(" Earlier definition at")[0]
    if severity.name != "error":
        wording = f"{severity.name}: {wording}"
    place = str(path) if own else file.name
    return severity.name, Diagnostic(place, line, column, wording, source_line, code.name)


def check_runs(game: SessionGame, program: Program) -> None:
    """Raises InputError where the rules lack what a program needs, by name."""
    lacking = what_is_missing(game, program)
    if lacking:
        raise InputError(f"{program.value} cannot run: {lacking} is not defined in {game.source}")


def what_is_missing(game: SessionGame, program: Program) -> str | None:
    """The predicates that the rules lack for a program to run, or None where it can run."""
    return _missing(program, game.defined)


def can_run(game: SessionGame, program: Program) -> bool:
    """Whether the rules have what a program needs, and no chance that it does not know."""
    return not what_is_missing(game, program) and (program is Program.EXPECTIMINIMAX or not game.has_chance)


def moves_twice(game: Game[P], position: P) -> ContractError | None:
    """The fault that a player who is to move in a position is to move again after it, or None.

    Raises ContractError where the position or a successor has no mover, or several.
    """
    if game.chance(position):
        return None
    mover = game.player(position)
    for _, successor in game.successors(position):
        if not game.chance(successor) and game.player(successor) is mover:
            return ContractError("same_mover", str(successor), mover.value)
    return None


def _missing(program: Program, defined: frozenset[str]) -> str | None:
    """What a program needs and the rules lack, by name; None where it can run."""
    lacking = []
    if not any(move in defined for move in MOVES):
        lacking.append("one of moves/2, move/2 and move/3")
    lacking += [name for name in ("max_to_move/1", "min_to_move/1") if name not in defined]
    if "staticval/2" not in defined:
        if program not in WITHOUT_VALUES:
            lacking.append("staticval/2")
        elif program is not Program.WIN and not {"terminalwon/1", "terminallost/1"} <= defined:
            lacking.append("terminalwon/1 and terminallost/1, or staticval/2")
    special = SPECIAL.get(program)
    if special is not None and special not in defined:
        lacking.append(special)
    return ", ".join(lacking) or None


def _nothing_runs(path: Path, defined: frozenset[str], named: Sequence[str]) -> str:
    if not named and not defined:
        return f"{path}: no clauses: a game needs {_missing(Program.MINIMAX, defined)}"
    lacking = [_missing(program, defined) for program in TEXTBOOK]
    wanted = [part.strip(",") for text in lacking if text for part in text.split() if "/" in part]
    near = {name: want for name in named if name not in defined for want in wanted if _same_name(name, want)}
    found = "".join(f"; {name} found, {want} expected" for name, want in near.items())
    rows = [f"  {program.value} needs {text}" for program, text in zip(TEXTBOOK, lacking, strict=True)]
    known = defined.union(named)
    nearly = nearest(known)
    if nearly is not None:
        rows.append(f"  to be read as {nearly.title} it needs {', '.join(nearly.lacks(known))}")
    least = _missing(Program.MINIMAX, defined)
    return "\n".join([f"{path}: no program can run on these rules: not defined: {least}{found}", *rows])


def _same_name(one: str, other: str) -> bool:
    return one.split("/")[0] == other.split("/")[0]


def _load_tree(session: Session, path: Path, name: str) -> SessionGame:
    """Load a tree: its facts join the rules of `prolog/games/tree.pl`."""
    from pydecl.rules.tree import read_tree, tree_facts  # late, as all that reads with a grammar

    tree = read_tree(read_source(path), str(path))
    loaded = _load(session, prolog_file("games", "tree.pl"), {}, name)
    session.set_up(Compound("add", (PrologList(tuple(tree_facts(tree))),)))
    loaded.source = str(path)
    loaded.twin, loaded.independent = TreeGame(tree, str(path)), True
    loaded.has_chance = any(isinstance(node, Chance) for node in tree.nodes)
    loaded.facts = facts_of(tree)
    return loaded


def facts_of(tree: Tree) -> dict[tuple[str, int], list[Term]]:
    """The facts of a tree, those of each predicate in order."""
    from pydecl.rules.tree import tree_facts

    facts: dict[tuple[str, int], list[Term]] = {key: [] for key in TREE_FACTS.items()}
    for fact in tree_facts(tree):
        assert isinstance(fact, Compound)
        facts[fact.name, len(fact.args)].append(fact)
    return facts


def _load_graph(session: Session, path: Path, options: Mapping[str, Term], name: str) -> SessionGame:
    """Load a graph: its edges are those of `prolog/games/graph.pl`."""
    if options.keys() - {"start"}:
        raise InputError(f"{name}: a graph has no option but start")
    from pydecl.rules.graph import read_graph

    graph = read_graph(read_source(path), str(path))
    edges = PrologList(tuple(Compound("-", edge) for edge in graph.edges))
    terms = {"edges": edges, "start": graph.start, **options}
    twin = bundled("graph", **terms)
    loaded = _load(session, prolog_file("games", "graph.pl"), terms, name)
    loaded.source = str(path)
    loaded.twin, loaded.independent = twin, True
    return loaded


def consult_trees(*, seconds: float | None = 60.0) -> SessionGame:
    """The rules of trees without a tree: `plant` gives them one, and then another.

    >>> from pydecl.rules.tree import read_tree
    >>> with consult_trees() as game:
    ...     plant(game, read_tree("a max (b 3  c 2)", "small"))
    ...     print(game.session.query("minimax(a, Best, Val)"))
    [{'Best': Atom(name='b'), 'Val': 3}]
    """
    session = Session(seconds)
    try:
        return _load(session, prolog_file("games", "tree.pl"), {}, "tree")
    except BaseException:
        session.close()
        raise


TREE_FACTS = {"root": 1, "inner": 3, "leaf": 3, "chance_node": 2, "static": 2, "mark": 2}


def plant(game: SessionGame, tree: Tree) -> None:
    """Make `tree` the one that a game of `consult_trees` is about; it may be several trees in one."""
    from pydecl.rules.tree import tree_facts

    indicators = tuple(Compound("/", (Atom(name), arity)) for name, arity in TREE_FACTS.items())
    facts = PrologList(tuple(tree_facts(tree)))
    game.session.ask(Compound("replace", (PrologList(indicators), facts)))
    game.twin, game.independent = TreeGame(tree, "tree"), True
    game.facts = facts_of(tree)
    game.forget_compiled()
