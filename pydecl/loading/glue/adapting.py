"""From a program that somebody wrote to glue: load it, look for the game in it, and write what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.errors import PydeclError
from pydecl.loading.glue import names
from pydecl.loading.glue.agreement import disagreements, takes_turns, tested, unheld
from pydecl.loading.glue.choosing import Chosen, chosen
from pydecl.loading.glue.ends import Ending, Looking
from pydecl.loading.glue.frame import Candidates
from pydecl.loading.glue.moves import part_of
from pydecl.loading.glue.players import UNNAMED, Pair, pairs
from pydecl.loading.glue.program import Program, predicates_of
from pydecl.loading.glue.project import MARK, Project, Way, project_of
from pydecl.loading.glue.rule import PLIES, Gives, Played, Position, blank_of, play
from pydecl.loading.glue.sampling import Sampler
from pydecl.loading.glue.shapes import leaves, parts
from pydecl.loading.glue.starts import fact_starts, heads_of, starts
from pydecl.loading.glue.writing import Blocked, Found, example_of, glue, outline
from pydecl.loading.rules_files import load, load_clauses, take_included
from pydecl.model.deadline import Deadline
from pydecl.model.term import Atom, Compound, Term, term_text
from pydecl.sandbox.session import MEMORY
from pydecl.texts.session import texts_of

MOST_LOADS = 3
"""How often a way to load a program is tried, each time in smaller parts."""

CONFIGURATION, SIZES = "default_config", (8, 5, 6, 7, 9, 4, 10, 3)
"""What a convention asks for that a program's menu asks a person for, and what is tried: sizes of boards."""

EFFORT = 200_000
"""How many inferences the moves of a position may take once the rule is chosen."""

TRIED, GAMES = 2, 6
"""How many games are played at random before it is seen what the program tests, and in all."""


@dataclass(frozen=True)
class Adapted:
    """What adapting came to: the glue's text, or in one sentence why there is none."""

    text: str | None
    why: str
    files: tuple[str, ...]
    questions: Sequence[str] = ()
    slots: int = 0
    """How many lines are to be filled in before it is a game."""

    @property
    def rank(self) -> tuple[bool, int, int]:
        """How good it is: glue before none, with few lines to fill in and few questions."""
        return self.text is not None, -self.slots, -len(self.questions)

    @property
    def is_sure(self) -> bool:
        """Whether it is a game as it is: nothing is to be filled in or asked."""
        return self.text is not None and not self.slots and not self.questions


def adapt(path: Path, glue_file: Path, seconds: float | None, memory: int = MEMORY) -> Adapted:
    """Look for a game in the program at a path, a file or a folder; `glue_file` is where glue will lie.

    `seconds` is what all of it may take. Raises InputError if there is no program.
    """
    until = Deadline.after(seconds)
    with Session(seconds, memory=memory, until=until) as session:
        project = project_of(path, texts_of(session).named)
    ways = project.ways()
    best: Adapted | None = None
    for number, way in enumerate(ways):
        left = until.most(None)
        last = number == len(ways) - 1
        share = None if left is None else left if last else left * 0.6
        if share is not None and share <= 0.5:
            break
        given = (project, way, glue_file, share, memory)
        one = _by_convention(*given) or _along(*given)
        if best is None or one.rank > best.rank:
            best = one
        if best.is_sure:
            break
    return best or Adapted(None, "the time is over before anything was found", ())


def _by_convention(
    project: Project, way: Way, glue_file: Path, seconds: float | None, memory: int
) -> Adapted | None:
    """Glue that includes a program which follows a convention, so that it is a game as it is."""
    base = glue_file.resolve().parent
    files = [term_text(Atom(path.relative_to(base).as_posix())) for path in project.paths(way)]
    include = "".join(f":- include({file}).\n" for file in files)
    until = Deadline.after(seconds)
    for size in (None, *SIZES):
        given = "" if size is None else f"\n{CONFIGURATION}({size}).    % one that the program takes\n"
        text = f"% {MARK} for {project.named}, which follows a convention.\n\n{include}{given}"
        try:
            with Session(until.most(None), memory=memory, until=until) as session:
                session.readable = tuple(project.loads)
                take_included(session, glue_file, text)
                game = load(session, glue_file, {}, str(glue_file), prolog=text)
                if is_played(game):
                    text = text.replace("a convention", f"a convention: {game.read_as}", 1)
                    return Adapted(text, "", way)
        except PydeclError as error:
            if size is None and CONFIGURATION not in str(error):
                return None
    return None


def is_played(game: SessionGame) -> bool:
    """Whether some plies from the start can be played."""
    nexts = [after for first in game.initial() for _, after in game.successors(first)]
    for _ in range(PLIES if nexts else 0):
        nexts = [after for _, after in game.successors(nexts[-1])] or nexts[:1]
    return bool(nexts)


def _along(project: Project, way: Way, glue_file: Path, seconds: float | None, memory: int) -> Adapted:
    """What one way to load the program comes to; one that does not load is tried in its parts."""
    said = ""
    until = Deadline.after(seconds)
    tried: Way | None = way
    for _ in range(MOST_LOADS):
        if tried is None:
            break
        try:
            with Session(until.most(None), memory=memory, until=until) as session:
                session.readable = tuple(project.loads)
                text = "".join(f":- include({term_text(Atom(file))}).\n" for file in tried)
                path = project.folder / "glue_of_theirs.pl"
                take_included(session, path, text)
                load_clauses(session, path, {}, text)
                return _found(session, project, tried, glue_file, until.most(None))
        except PydeclError as error:
            said = said or str(error).splitlines()[0]
            tried = project.parts(tried, str(error))
    return Adapted(None, f"it does not load: {said.replace(str(project.folder) + '/', '')}", way)


def _found(session: Session, project: Project, way: Way, glue_file: Path, seconds: float | None) -> Adapted:
    until = Deadline.after(None if seconds is None else seconds * 0.9)
    sampler = Sampler(session, until)
    reply = session.ask(f"own_predicates({term_text(Atom(str(project.folder)))})")
    program = Program(dict(predicates_of(reply)), project.homes(way))
    exchanged = pairs(program, sampler)
    boards = starts(program, sampler)
    stated = sorted(fact_starts(program, sampler), key=lambda start: -start.score)[:2]
    game = chosen(program, sampler, exchanged, boards) if boards else None
    if stated and (game is None or game.score < SURE):
        other = chosen(program, sampler, exchanged, stated)
        if game is None or (other is not None and other.score > game.score):
            game = other
    base = glue_file.resolve().parent
    files = [path.relative_to(base).as_posix() for path in project.paths(way)]
    named = project.named
    found = None
    if game is not None and game.score >= LEAST:
        found = _judged(program, sampler, game, exchanged)
    if found is not None:
        if not (found.winner or found.overs or found.candidates or takes_turns(program, found)):
            why = f"nothing takes turns by {found.rule.maker}, and nothing says how a game ends"
            return Adapted(None, why, way)
        text = glue(found, files, named)
        slots = int(bool(found.candidates))
        if not slots and (more := _held(project, sampler, exchanged, found, glue_file, text)):
            found = replace(found, questions=[*found.questions, *more])
            text = glue(found, files, named)
        return Adapted(text, "", way, found.questions, slots)
    start = next(iter([*boards, *stated]), None)
    said = Counter(program.constants)
    pair = max(exchanged, key=lambda one: said[one.first] + said[one.second], default=None)
    partial = outline(Candidates(program, start, pair), files, named)
    if partial is None:
        none = "no predicate gives a board, and none stands in the text"
        return Adapted(None, none if start is None else f"{NO_MOVES}; {start.why}", way)
    return Adapted(partial, "", way, (), 2 + (start is None))


def _held(
    project: Project, sampler: Sampler, exchanged: Sequence[Pair], found: Found, glue_file: Path, text: str
) -> list[str]:
    """The questions that the glue raises as it is written, when it is held against the program."""
    program = found.program
    questions = unheld(program, found)
    try:
        memory = sampler.session.memory
        with Session(sampler.until.most(None), memory=memory, until=sampler.until) as session:
            session.readable = tuple(project.loads)
            take_included(session, glue_file, text)
            played = load(session, glue_file, {}, str(glue_file), prolog=text)
            looking = Looking(program, sampler, found, (), exchanged)
            questions += disagreements(program, sampler, found, looking, played)
    except PydeclError as error:
        questions.append(f"Is it a game? Played at random, the glue ends so: {str(error).splitlines()[0]}")
    if sampler.until.is_over:
        questions.append("Is it the program's game? The time was over before that was seen.")
    return questions


SURE = 8.0
"""The score at which a game on boards is not looked for in facts."""

NO_MOVES = "no predicate makes another board of the first one"

LEAST = 4.0
"""The score of a game that is worth telling."""


def _judged(program: Program, sampler: Sampler, game: Chosen, exchanged: Sequence[Pair]) -> Found | None:
    """The game with its ends, its values and what remains open; None if nobody ever has a second move."""
    pair, beginner = _beginner(program, game)
    game = replace(game, rule=replace(game.rule, pair=pair, effort=EFFORT))
    sampler.heads = heads_of(game.start.facts)
    example, repeats, same = _looks(sampler, game)
    if game.rule.result.path and example is None:
        return None
    games = _games(sampler, game, (), TRIED)
    if all(one.stuck and len(one.positions) <= 2 for one in games):
        return None
    rule, illegal = tested(program, sampler, game, games)
    if rule != game.rule:
        game, games = replace(game, rule=rule), []
    games = _games(sampler, game, games, GAMES)
    winners, overs = Looking(program, sampler, game, games, exchanged).ends()
    winner, others = _ends(winners, overs)
    blocked = _blocked(sampler, game, games, winner)
    counts = [count for one in games for count in one.counts[:-1]] or [0]
    candidates = Candidates(program, game.start, game.pair).winners() if winner is None else []
    if candidates:
        blocked = Blocked.DRAWN
    questions = _questions(game, winner, candidates, blocked)
    if (whole := part_of(program, game.start, game.rule.maker)) is not None:
        questions.insert(0, f"Is that a whole move? {whole} calls {game.rule.maker}, and makes boards, too.")
    questions += illegal
    if winner is not None and winner.is_late and not names.says(winner.key.name, names.ENDED):
        questions.append(f"Who has won? {winner.key} names somebody in the end, but may mean something else.")
    if any(one.overwritten for one in games):
        questions.append(f"Which squares are free? {game.rule.maker} puts one piece in the place of another.")
    return Found(
        **vars(game),
        program=program,
        range=f"{min(counts)} to {max(counts)}",
        beginner=beginner,
        example=example,
        repeats=repeats,
        same=same,
        winner=winner,
        overs=others,
        blocked=blocked,
        questions=questions,
        heads=sampler.heads,
        candidates=candidates,
    )


def _games(sampler: Sampler, game: Chosen, played: Sequence[Played], most: int) -> list[Played]:
    seeds = range(11 + len(played), 11 + most)
    return [*played, *(play(game.rule, sampler, game.start.board, seed) for seed in seeds)]


def _ends(winners: Sequence[Ending], overs: Sequence[Ending]) -> tuple[Ending | None, Sequence[Ending]]:
    """What says who has won, if only by a move that ends the game, and what else ends it."""
    if winners:
        named = [one for one in overs if one.score >= 3.0]
        return winners[0], named[:1] if winners[0].kind == "line" else []
    best = overs[0] if overs else None
    name = best.key.name if best is not None else ""
    if best and names.says(name, names.WIN) and not names.says(name, ("full", "draw", "tie")):
        return replace(best, kind="mover", why=f"{best.why}: who moved last has won"), []
    return None, overs[:1]


def _beginner(program: Program, game: Chosen) -> tuple[Pair | None, str]:
    """The players of the moves, who begins first, and how that is known."""
    pair = game.rule.pair
    if pair is None:
        return None, "the board says so" if game.turn else "nothing names the players"
    for told in game.start.beside:
        if told in pair.both and game.start.place is not None:
            return pair.led_by(told), f"{game.start.place[0]} says so"
    for key, predicate in program.predicates.items():
        if key.arity > 1 and names.says(key.name, names.CHOOSER):
            continue
        for _, body in predicate.clauses:
            goals = [goal for _, goal in program.goals(body, key.module)]
            called = {program.key_of(key.module, goal) for goal in goals} - {None}
            written = any(game.start.board in parts(goal) for goal in goals)
            if not written and (game.start.place is None or game.start.place[0] not in called):
                continue
            for goal in reversed(goals):
                for arg in goal.args if isinstance(goal, Compound) else ():
                    if arg in pair.both and program.key_of(key.module, goal) is not None:
                        return pair.led_by(arg), f"{key} begins so"
    named = pair is not UNNAMED
    return pair, "it is the first one in the text" if named else "nothing names the players"


def _blocked(sampler: Sampler, game: Chosen, games: Sequence[Played], winner: Ending | None) -> Blocked:
    """What becomes of a player without moves."""
    blank = blank_of(game.start.board)
    stuck = [one.positions[-1] for one in games if one.stuck]
    partial = [one for one in stuck if blank is None or blank in leaves(one.board)]
    if not partial or (winner is not None and winner.kind in ("line", "mover") and len(partial) < len(stuck)):
        return Blocked.DRAWN
    if winner is None or not winner.is_late or game.turn is not None:
        return Blocked.LOSES if winner is None else Blocked.DRAWN
    others = [Position(one.board, 1 - one.turn) for one in partial]
    answers = sampler.all([game.rule.sample(one) for one in others])
    can = any(game.rule.nexts(one, answer) for one, answer in zip(others, answers, strict=True))
    return Blocked.PASSES if can else Blocked.DRAWN


def _looks(sampler: Sampler, game: Chosen) -> tuple[Term | None, bool, bool]:
    """What the rule's result looks like, whether it repeats itself, whether it gives the same board."""
    position = Position(game.start.board, 0)
    answer = sampler.one(game.rule.sample(position))
    nexts = game.rule.nexts(position, answer)
    example = example_of(game.rule, answer.solutions[0][0]) if answer.holds else None
    given = set(map(str, answer.solutions))
    single = game.rule.result.gives is Gives.ONE
    return example, single and len(given) < len(answer.solutions), single and len(given) > len(nexts)


def _questions(game: Chosen, winner: Ending | None, candidates: Sequence[str], blocked: Blocked) -> list[str]:
    found: list[str] = []
    if winner is None and not candidates:
        found.append(f"Who has won, and when is the game over? If there is no move, {blocked.value}.")
    if game.rule.pair is None and game.turn is None:
        found.append("Whose turn is it? No predicate is given the player: max and min alternate here.")
    return found
