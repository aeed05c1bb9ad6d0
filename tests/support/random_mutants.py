"""Real rules changed at random: games, idioms, games of other schools, homework.

A mutant is asked what its file is asked: an idiom its own questions, a game all that a search asks, on
positions from play of the mutant and of the original in SWI-Prolog, and now and then on positions that are
none. The same number gives the same mutant as long as the files are the same; a new one changes few of them.

>>> program = random_program(3)
>>> program == random_program(3), len(program.goals) > 0
(True, True)
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random

from differential import idiom_files
from folders import TESTS
from mutating import all_places, is_directive, mutated, name_of, other_constant, other_term, replaced
from oracle import Oracle
from prolog_text import clause_text, parts, with_parts
from random_templates import RandomProgram
from swi_solutions import Goal
from walks import WALKS, Solutions, Walk, bundled, homework

from pydecl.compiler.frontend.predicates import Sources
from pydecl.compiler.frontend.terms import CELL
from pydecl.compiler.library import FUNCTIONS, MODES
from pydecl.model.term import Atom, Compound, PrologList, Term, is_ground, term_text
from pydecl.model.tree import by_predicate, tree_facts
from pydecl.paths import prolog_file
from pydecl.rules.reader import read_rules, term_of
from pydecl.rules.tree import read_tree

INFERENCES = 100_000
"""How long a goal of a mutant may run."""

PLAYING = 50_000
"""How long a question may run while positions are looked for."""

STEPS = ((1, 2, 3, 5, 8), (40, 25, 18, 12, 5))
"""How many changes there are, and how often."""


START = Goal("initial", (None,))


@dataclass(frozen=True)
class Source:
    """Rules that are changed, and what is asked of them: goals, or what a walk from a start asks."""

    name: str
    clauses: tuple[Term, ...]
    goals: tuple[Goal, ...] = ()
    start: Goal = START
    place: int = 0
    """Which result of the start is the position."""

    walk: Walk | None = None


def random_program(number: int) -> RandomProgram:
    """The mutant of a number; its predicates are called `m<number>_<name>`."""
    rng = Random(f"mutant {number}")
    source = source_of(number, rng)
    steps = rng.choices(*STEPS)[0]
    while True:
        clauses = mutated(rng, source.clauses, steps)
        text = "".join(map(clause_text, clauses))
        if not _readable(text):
            continue
        module, messages = player().load(text)
        if not any(message.startswith("error") for message in messages):
            break
    goals = asked(rng, source) if source.walk is None else played(rng, source, module, clauses)
    return renamed(RandomProgram(tuple(clauses), tuple(dict.fromkeys(goals))), f"m{number}_")


def _readable(text: str) -> bool:
    """Whether what is printed is read as the same clauses: the notation is not what is tested here."""
    rules = read_rules(text)
    return not rules.faults and text == "".join(clause_text(term_of(one.term)) for one in rules.clauses)


@cache
def player() -> Oracle:
    """The SWI-Prolog that plays, until the end of this process."""
    oracle = Oracle().__enter__()
    atexit.register(lambda: oracle.__exit__(None, None, None))
    return oracle


# Where mutants come from


def source_of(number: int, rng: Random) -> Source:
    """The file, or the part of a file, that a number changes."""
    kind = rng.choices((idioms, games, strangers, homeworks), (55, 30, 8, 7))[0]
    source = nearest(kind(), f"{number}")
    if kind is idioms and rng.random() < 0.35:
        return _together(source, nearest(idioms(), f"{number} also"))
    return source


def nearest(sources: Sequence[Source], key: str) -> Source:
    """The one that a key chooses: another source more, or one less, changes few choices."""
    return max(sources, key=lambda source: blake2b(f"{key}/{source.name}".encode(), digest_size=8).digest())


def _together(one: Source, other: Source) -> Source:
    """Two idioms as one, so that goals of one get into the other; the first if they share a predicate."""
    known = {_name(clause) for clause in one.clauses} - {""}
    if known & {_name(clause) for clause in other.clauses}:
        return one
    clauses = tuple(dict.fromkeys((*one.clauses, *other.clauses)))
    return Source(f"{one.name} {other.name}", clauses, (*one.goals, *other.goals))


@cache
def idioms() -> list[Source]:
    """Each predicate that is asked for, with what it calls."""
    found = []
    for file in idiom_files():
        clauses = _clauses(file.path)
        for name, arity in dict.fromkeys((goal.name, len(goal.arguments)) for goal in file.goals):
            needed = _reached(clauses, name)
            goals = tuple(goal for goal in file.goals if goal.name in needed and len(goal.arguments) == arity)
            kept = tuple(one for one in clauses if is_directive(one) or _name(one) in needed)
            found.append(Source(f"{file.theme}/{name}/{arity}", kept, goals))
    return found


def _reached(clauses: Sequence[Term], name: str) -> set[str]:
    """The names of predicates that one of them may call."""
    defined = {_name(one) for one in clauses}
    needed, todo = set(), [name]
    while todo:
        one = todo.pop()
        if one in needed:
            continue
        needed.add(one)
        for clause in clauses:
            if _name(clause) == one:
                todo += [found for found in _names(clause) if found in defined]
    return needed


def _name(clause: Term) -> str:
    indicator = name_of(clause)
    return "" if indicator is None or is_directive(clause) else indicator[0]


def _names(term: Term) -> Iterator[str]:
    for place in all_places(term):
        if isinstance(place.term, Atom | Compound):
            yield place.term.name


@cache
def games() -> list[Source]:
    """The bundled games, as they are without options, trees, and the examples."""
    files = sorted(Path(prolog_file("games", "nim.pl")).parent.glob("*.pl"))
    files += sorted((TESTS.parent / "examples").glob("*.pl"))
    found = [Source(file.stem, tuple(_clauses(file)), walk=bundled) for file in files if file.stem != "tree"]
    rules = tuple(_clauses(prolog_file("games", "tree.pl")))
    for file in sorted(Path(prolog_file("games", "trees")).glob("*.tree"))[::4]:
        facts = by_predicate(tree_facts(read_tree(file.read_text(encoding="utf-8"), str(file))))
        clauses = (*rules, *(fact for kind in facts.values() for fact in kind))
        found.append(Source(file.name, clauses, walk=bundled))
    return found


@cache
def strangers() -> list[Source]:
    """Games of other schools."""
    return [
        Source(name, tuple(_clauses(TESTS / "strangers" / f"{name}.pl")), (), start, place, walk)
        for name, (start, place, walk) in WALKS.items()
    ]


@cache
def homeworks() -> list[Source]:
    """Games with search programs of their own."""
    files = sorted((TESTS / "homework").glob("*.pl"))
    return [Source(file.stem, tuple(_clauses(file)), walk=homework) for file in files]


KEPT = ("use_module", "dynamic", "discontiguous")


def _clauses(file: Path) -> list[Term]:
    """The clauses of a file and of those that it includes; of its directives, those that a batch may have."""
    found: list[Term] = []
    rules = read_rules(file.read_text(encoding="utf-8"), str(file))
    for read, _ in Sources(rules).terms():
        term = _with_lists(term_of(read))
        if not is_directive(term):
            found.append(term)
            continue
        (directive,) = parts(term)
        if isinstance(directive, Compound) and directive.name in KEPT:
            found.append(term)
    return found


def _with_lists(term: Term) -> Term:
    """The term with lists in the place of cells."""
    if not isinstance(term, Compound):
        return term
    if term.name != CELL:
        return Compound(term.name, tuple(map(_with_lists, term.args)))
    items: list[Term] = []
    tail: Term = term
    while isinstance(tail, Compound) and tail.name == CELL and tail.args:
        items.append(_with_lists(tail.args[0]))
        tail = tail.args[1]
    is_proper = isinstance(tail, Compound) and tail.name == CELL
    return PrologList(tuple(items)) if is_proper else PrologList(tuple(items), _with_lists(tail))


# Questions


def asked(rng: Random, source: Source) -> list[Goal]:
    """An idiom's questions, and now and then one that is a little different."""
    found = list(source.goals)
    for goal in source.goals:
        places = [index for index, given in enumerate(goal.arguments) if given is not None]
        if places and rng.random() < 0.4:
            index = rng.choice(places)
            given = goal.arguments[index]
            assert given is not None
            place = rng.choice(list(all_places(given)))
            changed = replaced(given, place.path, odd(rng, place.term))
            arguments = (*goal.arguments[:index], changed, *goal.arguments[index + 1 :])
            found.append(replace(goal, arguments=arguments))
    return found


class Play:
    """SWI-Prolog asked about a text that it has loaded; what is asked is noted."""

    def __init__(self, module: str, clauses: Sequence[Term]) -> None:
        self.module = module
        self.defined = RandomProgram(tuple(clauses), ()).defined
        self.goals: list[Goal] = []

    def ask(self, name: str, *arguments: Term | None) -> Solutions:
        """The solutions; none, and no note, where the predicate is not there or a term has variables."""
        given = [one for one in arguments if one is not None]
        if (name, len(arguments)) not in self.defined or not all(map(_fits, given)):
            return ()
        goal = Goal(name, arguments)
        self.goals.append(goal)
        return player().solve(self.module, goal, PLAYING).solutions

    def states(self, source: Source) -> list[Term]:
        """The positions in which play may begin."""
        return [found[source.place] for found in self.ask(source.start.name, *source.start.arguments)]

    def asked(self, walk: Walk, state: Term) -> tuple[list[Goal], list[Term]]:
        """What is asked of a position, and what follows it."""
        self.goals = []
        try:
            after = walk(self.ask, state)
        except (AssertionError, ValueError, IndexError):  # answers that a mutant alone gives
            after = []
        return self.goals, [one for one in after if _fits(one)]


def _fits(term: Term) -> bool:
    text = term_text(term)
    return is_ground(term) and len(text) < 3000 and "$VAR" not in text  # which stands for a variable


PLIES = 7


def played(rng: Random, source: Source, module: str, clauses: Sequence[Term]) -> list[Goal]:
    """What is asked of a mutant: on its own positions, on those of the original, and on a few odd ones."""
    assert source.walk is not None
    play = Play(module, clauses)
    states = play.states(source)
    found = list(play.goals)
    original = original_states(source)
    asked = walked(rng, play, source.walk, rng.choice(states) if states else rng.choice(original))
    if rng.random() < 0.5:
        asked += walked(rng, play, source.walk, rng.choice(original))
    for goals in rng.sample(asked, min(3, len(asked))):
        found += goals
    for state in rng.sample(original, min(2, len(original))):
        found += play.asked(source.walk, state)[0]
    if rng.random() < 0.2:
        state = rng.choice(original)
        for _ in range(2):
            place = rng.choice(list(all_places(state)))
            found += play.asked(source.walk, replaced(state, place.path, odd(rng, place.term)))[0]
    return found


def walked(rng: Random, play: Play, walk: Walk, state: Term) -> list[list[Goal]]:
    """What is asked along a walk, position by position."""
    found = []
    for _ in range(PLIES):
        goals, after = play.asked(walk, state)
        found.append(goals)
        if not after:
            break
        state = rng.choice(after)
    return found


def odd(rng: Random, term: Term) -> Term:
    """Another term, often of another type."""
    if rng.random() < 0.5:
        return rng.choice(
            (float(term), Atom(term_text(term))) if isinstance(term, int) else (rng.choice((0, 1.0)), term)
        )
    found = other_term(rng, term, term, ()) if parts(term) else other_constant(rng, term, ())
    return found if is_ground(found) else Atom("odd")


@cache
def original_states(source: Source) -> list[Term]:
    """Positions of the play of a file as it is."""
    rng = Random(source.name)
    module, _ = player().load("".join(map(clause_text, source.clauses)))
    play = Play(module, source.clauses)
    assert source.walk is not None
    starts = play.states(source)
    found: dict[str, Term] = {}
    for _ in range(6):
        state = rng.choice(starts)
        for _ in range(60):
            found[term_text(state)] = state
            _, after = play.asked(source.walk, state)
            if not after:
                break
            state = rng.choice(after)
    return list(found.values())


# Names

HOOKS = {("term_expansion", 2), ("goal_expansion", 2)}
"""What SWI-Prolog calls by its name."""

LIBRARY = {name for name, _ in MODES} | {name for name, _ in FUNCTIONS} | {"max", "min", "e", "pi", "inf"}


def renamed(program: RandomProgram, prefix: str) -> RandomProgram:
    """The program with names of its own: those of its predicates, wherever they stand, also in data.

    A name that the library has too is changed only where it has as many arguments as in the program.
    """
    defined = program.defined | set(_declared(program.clauses))
    defined -= HOOKS
    names = {name for name, _ in defined} - LIBRARY

    def changed(term: Term) -> Term:
        if isinstance(term, Atom):
            return Atom(prefix + term.name) if term.name in names else term
        made = with_parts(term, changed)
        if isinstance(made, Compound) and (made.name in names or (made.name, len(made.args)) in defined):
            return Compound(prefix + made.name, made.args)
        return made

    goals = [
        Goal(prefix + one.name, tuple(None if arg is None else changed(arg) for arg in one.arguments))
        for one in program.goals
    ]
    return replace(program, clauses=tuple(map(changed, program.clauses)), goals=tuple(goals))


def _declared(clauses: Sequence[Term]) -> Iterator[tuple[str, int]]:
    """What directives name: `dynamic p/1`."""
    for clause in clauses:
        if is_directive(clause):
            for place in all_places(clause):
                match place.term:
                    case Compound("/", (Atom(name), int(arity))):
                        yield name, arity
