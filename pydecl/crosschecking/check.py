"""The cross-check of a game: the same questions to all engines, held against each other and the contracts.

>>> verdict = crosscheck("hexapawn", plies=1)
>>> type(verdict).__name__, verdict.positions, verdict.independent
('Agreement', 4, True)
"""

from __future__ import annotations

import shlex
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any

from pydecl.crosschecking.counterexamples import options
from pydecl.crosschecking.databases import (
    compare_all,
    compare_answer,
    compare_expectation,
    compare_value,
    found_by,
)
from pydecl.crosschecking.engaged import Runners, Twins, all_runners, ask_all
from pydecl.crosschecking.laws import Judge, twin_difference
from pydecl.crosschecking.positions import Places, in_time, near_ends
from pydecl.crosschecking.rules import DivergenceFound, IndependentRules, Tally
from pydecl.crosschecking.verdict import Agreement, Divergence, Unfinished, Verdict
from pydecl.engines import registry
from pydecl.engines.fitting import depth_advice, fitting_depth, searching_until
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE, databases
from pydecl.engines.searching import (
    Default,
    check_known,
    check_question,
    kind_of_rules,
    run,
    the_depth,
    the_position,
)
from pydecl.errors import ContractError, InputError, LimitError, PydeclError, StoppedError
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.loading.turns import UNFIT, Turns, moves_twice, obstacles
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.game import Game, Player
from pydecl.model.number import INFINITY, Number, counted
from pydecl.model.program import LookedUp, Movers, Program
from pydecl.model.result import DEFAULTS, Answer, Expectation, Limits, Preferred, Rules, Settings, value_text
from pydecl.model.term import Term
from pydecl.programs.registry import DECLARED, OWN_MOVERS, PROGRAMS, searched_as
from pydecl.sandbox.session import MEMORY
from pydecl.sandbox.work import Progress
from pydecl.solving.looking_up import program_of
from pydecl.solving.solver import position_of

MINIMAX = Program("minimax")

WHOLE = 0.05
"""The part of the time in which minimax must see the whole tree: then there is time for all comparisons."""

GAMES = 20
"""How many random games there are, if positions near their ends are compared."""

ANSWERS = ("unknown_value", "value_beyond_win", "ply_beyond_max", "no_expectation")
"""The faults that say what a program cannot do; the others end a cross-check."""


def crosscheck(
    game: SessionGame | str | Path,
    *,
    programs: Sequence[Program | LookedUp] | None = None,
    plies: int | None = None,
    positions: int | None = None,
    position: Term | str | None = None,
    seed: int = 0,
    depth: int | Default | None = Default.DEPTH,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
    seconds: float | None = 60.0,
    memory: int = MEMORY,
    settings: Settings = DEFAULTS,
    convention: str | None = None,
    moves_again: bool = False,
    fold: bool = False,
    rules: Preferred = Preferred.HAND,
    progress: Progress | None = None,
    until: Deadline = NEVER,
) -> Verdict:
    """Compare the engines on the same positions of a game, and their answers with the programs' contracts.

    The positions are all within `plies` of the initial ones (by default what the rules declare,
    default_plies/1, or 1), or `positions` distinct ones from random play by `seed`, or the one `position`.
    On each: the rules, where they are independent; then each of the `programs` (by default all that can run
    on the rules) to `depth` plies (by default what the rules declare, default_depth/1, or the whole tree, or
    less if the time is short), whose value, move, node and leaf counts must be the same on all engines,
    and the value and the move what its contract says. What a database among them has stored must be what
    `outcome` finds on all engines, and what the values of the other programs mean; where no positions are
    chosen, and databases alone, that is compared for all that it has stored. `alpha`, `beta` and `settings`
    are for the programs that ask for them; `seconds` is the time for all of it, which ends at `until` at the
    latest; `convention`, `moves_again` and `fold` say how a rules file is read, `memory` what the rules may
    use, in MiB, and `rules` what the searches in Python take: see `consult`. `progress` is told how many
    positions are done, and of how many.

    Raises InputError for a question that makes no sense, and what `consult` and `supply` raise. All else
    is in the verdict.
    """
    places = Places(position, plies, positions, seed)
    check_known(settings)
    until = until.or_after(seconds)
    started = time.monotonic()
    comparing = searching_until(until, started)
    reading = Reading(convention, moves_again, fold)
    opened = consult(game, seconds=None, until=until, memory=memory, rules=rules, **vars(reading))
    try:
        with opened.session.before(comparing):
            asked = Limits(the_depth(opened, depth), alpha, beta, None, settings)
            programs = programs and [program_of(opened, program) for program in programs]
            for program in programs or ():
                check_question(opened, program, asked)
            skipped = None if programs else {one: why for one, why in obstacles(opened).items() if why}
            chosen = programs or [program for program in PROGRAMS if program not in (skipped or ())]
            named = reading.words
            if rules is not Preferred.HAND:
                named = (*named, "--rules", rules.value)
            fits = depth is Default.DEPTH
            checked = _Check(
                opened, chosen, asked, comparing, places, skipped=skipped, named=named, may_be_limited=fits
            )
            verdict = checked.verdict(progress)
        return checked.advised(verdict, until, started)
    finally:
        if opened is not game:
            opened.close()


@dataclass
class _Check:
    game: SessionGame
    programs: Sequence[Program | LookedUp]
    limits: Limits
    until: Deadline
    places: Places
    done: int = 0
    skipped: dict[Program, str] | None = None
    """Why programs cannot run; None if they were chosen, so that all of them are to run."""
    named: Sequence[str] = ()
    """The command line's options for how the rules are read."""
    may_be_limited: bool = False
    """Whether less is compared if there is no time for the whole tree: nobody has asked for a depth."""
    limited: str = ""
    """What is compared then."""
    to_do: int = 0
    """How many positions there are."""
    at: Term | None = None
    """The position that is compared."""
    searched: Term | None = None
    """The position that was searched last."""

    def __post_init__(self) -> None:
        self.tally = Tally()
        self.spent: dict[Program, float] = defaultdict(float)
        """How many seconds each program has taken."""
        self.runners: Runners
        self.runners, self.left_out = all_runners(self.game, [*map(searched_as, self.programs)])
        self.kind = kind_of_rules(self.game)
        self.judge = Judge[Any](self._rules(), self.until.at)
        self.rules = [
            IndependentRules(self.game, runner.rules, self.tally, name)
            for name, runner in self.runners.items()
            if runner.kind is not Rules.SHARED
        ]

    @property
    def compared(self) -> dict[str, Any]:
        skipped = {program.value: why for program, why in (self.skipped or {}).items()}
        gave_up = {name: runner.gave_up for name, runner in self.runners.items() if runner.gave_up}
        return {
            "engines": tuple(name for name in self.runners if name not in self.left_out),
            "left_out": self.left_out,
            "skipped": skipped,
            "gave_up": gave_up,
            "limited": self.limited,
        }

    def verdict(self, progress: Progress | None) -> Verdict:
        try:
            if not self.places.are_chosen and self.databases == self.programs:
                return self._all_stored(progress)
            todo = self._positions()
            if self.skipped is not None:
                rules = self._rules()
                if any(moves_twice(rules, rules.from_term(at)) for at in todo):
                    programs = [program for program in PROGRAMS if program in self.programs]
                    self._skip(program for program in programs if program not in OWN_MOVERS)
            self.to_do = len(todo)
            if self.may_be_limited and MINIMAX in self.programs:
                todo = self._in_time(todo)
                self.to_do = len(todo)
            for here in self.rules[0].fetched(todo) if self.rules else todo:
                self.at = here
                if progress:
                    progress(self.done, len(todo))
                self._compare(here)
                self.done += 1
            if progress:
                progress(self.done, len(todo))
            if not self.tally.comparisons:
                whys = [*(self.skipped or {}).values(), "no program can be asked about these positions"]
                return self._unfinished(LimitError(f"nothing was compared: {whys[0]}"))
            return Agreement(self.game.name, self.done, self.tally.comparisons, self.kind, **self.compared)
        except DivergenceFound as first:
            assert self.at is not None
            if isinstance(first.program, LookedUp):
                return self._divergence(*self._smallest(first.program, self.at, first))
            reasons = (
                rules.reason(self.at, self.limits.depth)
                for rules in self.rules
                if rules.engine in first.answers
            )
            return self._divergence(*(next(filter(None, reasons), None) or (self.at, first)))
        except InputError:
            raise
        except PydeclError as reason:
            return self._unfinished(reason)
        except MemoryError:
            return self._unfinished(LimitError("the memory is used up (--memory)"))
        except KeyboardInterrupt:
            return self._unfinished(StoppedError("interrupted"))

    def _divergence(self, at: Term, found: DivergenceFound) -> Divergence:
        written = self.game.format_position(at)
        words = ["pydecl", "crosscheck", self.game.name, "--position", written]
        program, told = found.program, options(self.limits)
        cause = ""
        if isinstance(program, LookedUp):
            told = []
        elif program is not None:
            if DECLARED[program].remembers:  # what was asked before
                words[-2:] = self.places.options
            cause = DECLARED[program].cause
        if program is not None:
            words += ["--program", program.value]
        return Divergence(
            *(self.game.name, self.done + 1, self.tally.comparisons, self.kind),
            *(found.subject, written, found.answers),
            shlex.join([*words, *self.named, *told]),
            found.expected,
            cause,
            **self.compared,
        )

    def _unfinished(self, reason: PydeclError) -> Unfinished:
        counts = self.done, self.tally.comparisons
        return Unfinished(self.game.name, *counts, self.kind, reason, **self.compared)

    def advised(self, verdict: Verdict, until: Deadline, started: float) -> Verdict:
        """The verdict; if time is up, with the program that took most of it, and a depth that fits."""
        if not isinstance(verdict, Unfinished) or type(verdict.reason) is not LimitError or not self.spent:
            return verdict
        program, seconds = max(self.spent.items(), key=itemgetter(1))
        depth = "no depth limit" if self.limits.depth is None else f"--depth {self.limits.depth}"
        each = (until.at - started) / max(1, self.to_do) / (len(self.programs) * len(self.runners))
        assert self.searched is not None
        greatest = MINIMAX if MINIMAX in self.programs else program  # none visits more nodes
        fits = fitting_depth(self.game, greatest, self.searched, self.limits, each, until)
        advice = depth_advice(fits)
        reason = LimitError(f"{verdict.reason}; {program.value} took {seconds:.1f} s with {depth}: {advice}")
        return replace(verdict, reason=reason)

    def _in_time(self, todo: Sequence[Term]) -> Sequence[Term]:
        """The positions, searched only as deep as the time allows, if it does not for the whole tree.

        Where positions within a game have no value, those of random play take their place that are near its
        end, unless some were chosen; if none is found soon, the searches go one ply deep.
        """
        in_time(self.until.at)
        left = self.until.most(None)
        if left is None or self._is_whole(todo[0], WHOLE * left):
            return todo
        each = left / 2 / (len(self.programs) * len(self.runners))  # half for the judge
        until = Deadline.after(WHOLE * left)
        depth = fitting_depth(self.game, MINIMAX, todo[0], self.limits, each / len(todo), until)
        if depth is None and not self.places.are_chosen and (late := self._near_ends(each / GAMES, left)):
            self.limited = "positions near the end of random games are compared"
            return late
        self.limits = replace(self.limits, depth=depth or 1)
        self.limited = f"the searches are limited to {counted(depth or 1, 'ply', 'plies')}"
        return todo

    def _near_ends(self, each: float, seconds: float) -> Sequence[Term]:
        """Positions from which a game is searched to its end in `each` seconds, if there soon are any."""
        rules = self._rules()

        def fits(position: Any) -> bool:
            return self._is_whole(rules.to_term(position), each)

        with suppress(LimitError):
            until = time.monotonic() + seconds / 2
            late = near_ends(rules, GAMES, self.places.seed, fits, until)
            return [rules.to_term(position) for position in late]
        return ()

    def _is_whole(self, position: Term, seconds: float) -> bool:
        """Whether minimax sees the whole tree below a position in time."""
        try:
            limits = replace(self.limits, seconds=seconds)
            return run(self.game, MINIMAX, REFERENCE, position, limits).complete
        except LimitError:
            return False
        except ContractError:  # it is found by comparing
            return True

    def _positions(self) -> Sequence[Term]:
        at = the_position(self.game, self.places.position)  # or a start, which must be there
        if self.places.position is not None:
            return [at]
        rules = self._rules()
        plies = 0 if self.places.are_chosen else self._plies()
        return [rules.to_term(position) for position in self.places.met(rules, plies, self.until.at)]

    def _plies(self) -> int:
        declared = self.game.default("default_plies")
        if declared is None:
            return 1
        if not isinstance(declared, int) or declared < 0:
            raise InputError(f"{self.game.source}: default_plies/1 must be a number of plies, not {declared}")
        return declared

    # All that a database has stored

    @property
    def databases(self) -> Sequence[LookedUp]:
        return [program for program in self.programs if isinstance(program, LookedUp)]

    def _all_stored(self, progress: Progress | None) -> Verdict:
        """Every position of each database, on each engine that solves the game in its part of the time.

        The fast ones are the first: what they do not need is the others'.
        """
        engines = [name for name in reversed(list(self.runners)) if name in registry.solvers()]
        rounds = [(program, engine) for program in self.databases for engine in engines]
        for number, (program, engine) in enumerate(rounds):
            if progress:
                progress(number, len(rounds))
            left = self.until.most(None)
            seconds = None if left is None else left / (len(rounds) - number)
            self.done = max(self.done, len(databases(self.game)[program]))
            try:
                wrong = compare_all(self.game, program, engine, seconds, self.until.at, self.tally)
            except LimitError as error:
                self.left_out = {**self.left_out, engine: str(error)}
                continue
            if wrong is not None:
                self.at = wrong.position
                if wrong.found is not None:
                    with suppress(LimitError):  # all engines are asked, if there is time
                        self._compare_stored(program, self.at)
                raise DivergenceFound(f"{program.value}: value", wrong.answers(engine), program=program)
        if not self.compared["engines"]:
            raise LimitError("no engine has solved the game in time: --positions N compares some of it")
        return Agreement(self.game.name, self.done, self.tally.comparisons, self.kind, **self.compared)

    def _smallest(self, program: LookedUp, at: Term, found: DivergenceFound) -> tuple[Term, DivergenceFound]:
        """Where a chosen position differs, or one that follows: all that follows there is stored right."""
        todo, met = list(self._after(at)) if self.to_do else [], {at}
        with suppress(PydeclError, KeyboardInterrupt):  # the divergence that asked for it is found already
            while todo:
                after = todo.pop(0)
                if after in met:
                    continue
                met.add(after)
                try:
                    self._compare_stored(program, after)
                except DivergenceFound as below:
                    at, found, todo = after, below, list(self._after(after))
        return at, found

    def _after(self, position: Term) -> Iterable[Term]:
        return (after for _, after in self.game.successors(position))

    # What is compared on one position

    def _compare(self, position: Term) -> None:
        for rules in self.rules:
            if self.done == 0:
                rules.compare_initial()
            rules.compare(position)
        if self._is_nobodys_end(position):  # a search may end there, and not begin
            return
        for program in self.programs:
            if isinstance(program, LookedUp):
                self._compare_stored(program, position)
            elif DECLARED[program].movers is not Movers.MAX or self._player(position) is not Player.MIN:
                started = time.monotonic()
                self.searched = position
                try:
                    self._compare_program(program, position)
                finally:
                    self.spent[program] += time.monotonic() - started

    def _skip(self, programs: Iterable[Program]) -> None:
        """Leave out programs that cannot run, since a player moves twice."""
        assert self.skipped is not None
        self.skipped |= dict.fromkeys(programs, UNFIT[Turns.TWICE])
        self.programs = [program for program in self.programs if program not in self.skipped]

    def _player(self, position: Term) -> Player | None:
        """Who is to move; None where that is chance."""
        rules = self._rules()
        return rules.turn(rules.from_term(position))

    def _is_nobodys_end(self, position: Term) -> bool:
        rules = self._rules()
        return rules.is_nobodys_end(rules.from_term(position))

    def _rules(self) -> Game[Any]:
        """The rules of a second opinion: they are asked often, so let them be quick."""
        return registry.runner(self.game, registry.second_opinion()).rules

    def _compare_stored(self, program: LookedUp, position: Term) -> None:
        limits = Limits(seconds=None).until(self.until)
        if self.game.has_chance:
            compare_expectation(self.game, program, position, self._expectations, self.tally)
            return
        (twins,) = ask_all(self.game, [(program.like, position, limits)], limits.seconds, self.runners)
        compare_answer(self.game, program, position, twins.answers, self.tally)

    @cached_property
    def _expectations(self) -> Mapping[str, Mapping[Term, Expectation]]:
        """What all positions of a game of chance are worth, by the engines that find it in time."""
        engines = [name for name in self.runners if name in registry.solvers()]
        found: dict[str, Mapping[Term, Expectation]] = {}
        for number, engine in enumerate(engines):
            left = self.until.most(None)
            seconds = None if left is None else left / (len(engines) - number + 1)
            try:
                positions, values = found_by(self.game, engine, seconds)
            except LimitError as error:
                self.left_out = {**self.left_out, engine: str(error)}
                continue
            terms = (position_of(self.game, engine, position) for position in positions)
            found[engine] = {
                term: value
                for term, value in zip(terms, values, strict=True)
                if isinstance(value, Expectation)
            }
        if not found:
            raise LimitError("no engine has found the values in time")
        return found

    def _compare_program(self, program: Program, position: Term) -> None:
        limits = replace(self.limits, seconds=None).until(self.until)
        (twins,) = ask_all(self.game, [(program, position, limits)], limits.seconds, self.runners)
        for engine, answer in twins.others.items():
            self.tally.comparisons += 1
            differ = twin_difference(twins.reference, answer)
            if differ:
                subject, one, other = differ
                answers = {REFERENCE: one, engine: other}
                raise DivergenceFound(f"{program.value}: {subject}", answers, program=program)
        answer = twins.reference
        if isinstance(answer, ContractError):
            within = DECLARED[program].inner_values and self.limits.depth is None  # those need have no value
            if self.skipped is not None and answer.fault == "same_mover":
                self._skip([program])
            elif answer.fault not in ANSWERS and not (within and answer.fault == "no_value"):
                raise answer
        else:
            self._judge(program, position, limits, twins)
            for database in self.databases:
                compare_value(self.game, database, position, program, answer, limits.settings, self.tally)

    def _judge(self, program: Program, position: Term, limits: Limits, twins: Twins) -> None:
        """Hold the answer, the same on all engines, against the contract."""
        answer = twins.reference
        assert isinstance(answer, Answer)
        rules = self._rules()
        self.tally.comparisons += 1
        fault = self.judge.fault(program, rules.from_term(position), limits, answer.map(rules.from_term))
        if fault:
            found = value_text(answer.value) if fault.law.value != "move" else fault.found
            subject = f"{program.value}: {fault.law.value}"
            answers = dict.fromkeys(twins.answers, found)
            raise DivergenceFound(subject, answers, expected=fault.expected, program=program)
