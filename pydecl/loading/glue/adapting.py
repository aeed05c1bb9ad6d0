"""From a program that somebody wrote to glue: load it, look for the game in it, and write what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydecl.engines.prolog.session import Session
from pydecl.errors import PydeclError
from pydecl.loading.glue import names
from pydecl.loading.glue.choosing import Chosen, chosen
from pydecl.loading.glue.ends import Ending, Ends, Looking
from pydecl.loading.glue.facts import fact_starts, heads_of
from pydecl.loading.glue.found import Blocked, Found, example_of
from pydecl.loading.glue.players import Pair, pairs
from pydecl.loading.glue.playing import Played, blank_of, play
from pydecl.loading.glue.program import Program, predicates_of
from pydecl.loading.glue.project import Project, Way, project_of
from pydecl.loading.glue.rule import Position
from pydecl.loading.glue.sampling import Sampler
from pydecl.loading.glue.shapes import leaves
from pydecl.loading.glue.starts import starts
from pydecl.loading.glue.values import value_of
from pydecl.loading.glue.writing import glue
from pydecl.loading.rules_files import load_clauses
from pydecl.model.deadline import Deadline
from pydecl.model.term import Atom, Compound, Term, term_text
from pydecl.sandbox.session import MEMORY
from pydecl.texts.session import texts_of

GAMES = 6
"""How many games are played at random."""


@dataclass(frozen=True)
class Adapted:
    """What adapting came to: the glue's text, or in one sentence why there is none."""

    text: str | None
    why: str
    files: tuple[str, ...]
    questions: Sequence[str] = ()


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
        one = _along(project, way, glue_file, share, memory)
        if best is None or (best.text is None and one.text is not None):
            best = one
        if best.text is not None:
            break
    return best or Adapted(None, "the time is over before anything was found", ())


def _along(project: Project, way: Way, glue_file: Path, seconds: float | None, memory: int) -> Adapted:
    """What one way to load the program comes to; one that does not load is tried in its parts."""
    said = ""
    tried: Way | None = way
    for _ in range(3):
        if tried is None:
            break
        try:
            with Session(seconds, memory=memory, until=Deadline.after(seconds)) as session:
                session.readable = tuple(project.loads)
                _load(session, project, tried)
                return _found(session, project, tried, glue_file, seconds)
        except PydeclError as error:
            said = said or str(error).splitlines()[0]
            tried = project.parts(tried)
    return Adapted(None, f"it does not load: {said.replace(str(project.folder) + '/', '')}", way.files)


def _load(session: Session, project: Project, way: Way) -> None:
    text = "".join(f":- include({term_text(Atom(file))}).\n" for file in way.files)
    load_clauses(session, project.folder / "glue_of_theirs.pl", {}, text)


def _found(session: Session, project: Project, way: Way, glue_file: Path, seconds: float | None) -> Adapted:
    until = Deadline.after(None if seconds is None else seconds * 0.9)
    sampler = Sampler(session, until)
    folder = term_text(Atom(str(project.folder)))
    reply = session.ask(f"own_predicates({folder})")
    program = Program({predicate.key: predicate for predicate in predicates_of(reply)})
    exchanged = pairs(program, sampler)
    boards = starts(program, sampler)
    stated = sorted(fact_starts(program, sampler), key=lambda start: -start.score)[:2]
    if not boards and not stated:
        return Adapted(None, "no predicate gives a board, and none stands in the text", way.files)
    game = chosen(program, sampler, exchanged, boards) if boards else None
    if stated and (game is None or game.score < SURE):
        other = chosen(program, sampler, exchanged, stated)
        if game is None or (other is not None and other.score > game.score):
            game = other
    if game is None or game.score < LEAST:
        return Adapted(None, _no_moves(program, (boards or stated)[0].why), way.files)
    found = _judged(program, sampler, game, exchanged)
    named = project.relative(project.single) if project.single else project.folder.name
    base = glue_file.resolve().parent
    files = [(project.folder / file).relative_to(base).as_posix() for file in way.files]
    return Adapted(glue(found, files, named), "", way.files, found.questions)


SURE = 8.0
"""The score at which a game on boards is not looked for in facts."""

LEAST = 4.0
"""The score of a game that is worth telling."""


def _no_moves(program: Program, start: str) -> str:
    likely = [str(key) for key in program.predicates if names.says(key.name, names.MOVE)][:4]
    more = f" (tried, among others, {', '.join(likely)})" if likely else ""
    return f"no predicate makes another board of the first one; {start}{more}"


def _judged(program: Program, sampler: Sampler, game: Chosen, exchanged: Sequence[Pair]) -> Found:
    """The game with its ends, its values and what remains open."""
    game, beginner = _beginner(program, game)
    sampler.heads = heads_of(game.start.facts)
    games = [play(game.rule, sampler, game.board, seed) for seed in range(11, 11 + GAMES)]
    ends = Looking(program, sampler, game, games, exchanged).ends()
    winner = ends.winners[0] if ends.winners else None
    overs, mover = _overs(ends, winner)
    winner = winner or mover
    blocked = _blocked(sampler, game, games, winner)
    counts = [count for one in games for count in one.counts[:-1]] or [0]
    example, repeats, same = _looks(sampler, game)
    value = value_of(program, sampler, game, games, _won(sampler, game, games, winner, ends, exchanged))
    questions = _questions(program, game, winner, blocked)
    if any(one.overwritten for one in games):
        questions.append("Which squares are free? As it is, a piece may be put in the place of another one.")
    return Found(
        program,
        game.start,
        game.board,
        game.rule,
        game.turn,
        game.count,
        f"{min(counts)} to {max(counts)}",
        beginner,
        example,
        repeats,
        same,
        winner,
        overs,
        blocked,
        value,
        questions,
        sampler.heads,
    )


def _overs(ends: Ends, winner: Ending | None) -> tuple[list[Ending], Ending | None]:
    """What else ends the game; and what does so by a move that wins, if nothing names the winner."""
    if winner is not None:
        named = [one for one in ends.overs if one.score >= 3.0]
        return named[:1] if winner.kind == "line" else [], None
    if not ends.overs:
        return [], None
    best = ends.overs[0]
    if names.says(best.key.name, names.WIN) and not names.says(best.key.name, ("full", "draw", "tie")):
        why = f"{best.why}: who moved last has won"
        return [], replace(best, kind="mover", why=why)
    return [best], None


def _beginner(program: Program, game: Chosen) -> tuple[Chosen, str]:
    """The game with its first player first, and how that is known."""
    pair = game.rule.pair
    if pair is None:
        return game, "the board says so" if game.turn else "nothing names the players"
    for key, predicate in program.predicates.items():
        if key.arity > 1 and names.says(key.name, names.CHOOSER):
            continue
        for _, body in predicate.clauses:
            goals = [goal for _, goal in program.goals(body, key.module)]
            begun = game.start.place is not None and any(
                program.key_of(key.module, goal) == game.start.place[0] for goal in goals
            )
            if not begun:
                continue
            for goal in reversed(goals):
                for arg in goal.args if isinstance(goal, Compound) else ():
                    if arg in pair.both and program.key_of(key.module, goal) is not None:
                        first = pair if arg == pair.first else pair.swapped()
                        return replace(game, rule=replace(game.rule, pair=first)), f"{key} begins so"
    return game, "it is the first one in the text"


def _blocked(sampler: Sampler, game: Chosen, games: Sequence[Played], winner: Ending | None) -> Blocked:
    """What becomes of a player without moves."""
    blank = blank_of(game.board)
    stuck = [one.positions[-1] for one in games if one.stuck]
    partial = [one for one in stuck if blank is None or blank in leaves(one.board)]
    if not partial or (winner is not None and winner.kind in ("line", "mover") and len(partial) < len(stuck)):
        return Blocked.DRAWN
    if winner is None or winner.kind != "count" or game.turn is not None:
        return Blocked.LOSES if winner is None else Blocked.DRAWN
    others = [Position(one.board, 1 - one.turn) for one in partial]
    answers = sampler.all([game.rule.sample(one) for one in others])
    can = any(game.rule.nexts(one, answer) for one, answer in zip(others, answers, strict=True))
    return Blocked.PASSES if can else Blocked.DRAWN


def _looks(sampler: Sampler, game: Chosen) -> tuple[Term | None, bool, bool]:
    """What the rule's result looks like, whether it repeats itself, whether it gives the same board."""
    position = Position(game.board, 0)
    answer = sampler.one(game.rule.sample(position))
    nexts = game.rule.nexts(position, answer)
    example = example_of(game.rule, answer.solutions[0][0]) if answer.holds else None
    given = Counter(str(solution) for solution in answer.solutions)
    repeats = any(count > 1 for count in given.values()) and game.rule.result.gives.name == "ONE"
    same = game.rule.result.gives.name == "ONE" and len(given) > len(nexts)
    return example, repeats, same


def _won(
    sampler: Sampler,
    game: Chosen,
    games: Sequence[Played],
    winner: Ending | None,
    ends: Ends,
    exchanged: Sequence[Pair],
) -> list[tuple[Position, int]]:
    """Ends with the player who has won: 0 for the first."""
    if winner is None or winner.players is None:
        return []
    looking = Looking(ends.program, sampler, game, games, exchanged)
    return looking.won(winner)


def _questions(program: Program, game: Chosen, winner: Ending | None, blocked: Blocked) -> list[str]:
    found: list[str] = []
    if winner is None:
        likely = [
            str(key)
            for key in program.predicates
            if names.says(key.name, (*names.WIN, *names.LINE, *names.OVER)) and program.effects[key].callable
        ][:6]
        candidates = f" Candidates: {', '.join(likely)}." if likely else ""
        otherwise = f"If there is no move, {blocked.value}."
        found.append(f"Who has won, and when is the game over? {otherwise}{candidates}")
    if game.rule.pair is None and game.turn is None:
        found.append("Whose turn is it? No predicate is given the player: max and min alternate here.")
    if found and len(game.others) and game.others[0].maker != game.rule.maker:
        others = dict.fromkeys(str(rule.maker) for rule in game.others if rule.maker != game.rule.maker)
        found.append(f"Other predicates that make boards: {', '.join(list(others)[:4])}.")
    return found
