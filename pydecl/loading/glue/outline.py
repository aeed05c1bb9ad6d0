"""The outline of glue: all of a game's interface, with lines to fill in for what was not found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.loading.glue.clauses import shown
from pydecl.loading.glue.facts import heads_of
from pydecl.loading.glue.frame import Frame
from pydecl.loading.glue.slots import Candidates, Slot
from pydecl.model.term import Atom

STATIC_VALUE = (
    "staticval(Pos, Val) :-",
    "    (   terminalwon(Pos) -> Val = 1",
    "    ;   terminallost(Pos) -> Val = -1",
    "    ;   Val = 0",
    "    ).",
)


def outline(candidates: Candidates, loading: Sequence[str], named_files: str) -> str | None:
    """The text of the outline; None if nothing looks like a move, or like a start.

    `loading` are the files of the program, as the glue's folder names them.
    """
    start = candidates.start or candidates.starts() or candidates.facts()
    if not start or not (candidates.moves() or candidates.play):
        return None
    return _Outline(candidates, loading, named_files).text()


def won_slot(frame: Frame, candidates: Sequence[str]) -> Slot:
    """The line that says who has won."""
    if frame.facts:
        return Slot(f"{frame.won}(Player)", "Player has won, as the facts are.", candidates)
    return Slot(f"{frame.won}(Board, Player)", "Player has won at Board.", candidates)


def asked_won(frame: Frame, player: str) -> str:
    """The goal that asks it of a position."""
    if frame.facts:
        return frame.restored(f"{frame.won}({player})")
    return f"once({frame.won}(Board, {player}))"


class _Outline(Frame):
    """One outline on its way to text."""

    def __init__(self, given: Candidates, loading: Sequence[str], about: str) -> None:
        facts = given.facts() if given.start is None else given.start.facts
        super().__init__(given.program, given.start, given.pair, heads_of(facts), loading, about)
        self.given = given
        self.next = self.fresh("next")

    def text(self) -> str:
        self.head()
        self.slots([*self._open()])
        self.begin()
        named = self.given.pair is not None
        self.movers("it is the first one in the text" if named else "nothing names them", Atom("b"))
        self._moves()
        self._ends()
        self.helpers()
        return self.whole

    def _open(self) -> Iterator[Slot]:
        if self.start is None:
            head = self.first if self.facts else f"{self.first}(Board)"
            says = (
                "it makes the facts those of the first position" if self.facts else "Board is the first one"
            )
            yield Slot(head, f"{says}.", self.given.starts())
        if self.facts:
            says = "Player makes Move: the facts change. One solution for each move."
            yield Slot(f"{self.next}(Player, Move)", says, self.given.moves())
        else:
            says = "Player makes Move at Board, which leads to Next. One solution for each move."
            yield Slot(f"{self.next}(Board, Player, Move, Next)", says, self.given.moves())
        yield won_slot(self, self.given.winners())

    def _moves(self) -> None:
        self.gap()
        head = f"move({self.position(self.what, 'Player')}, Move, {self.position('Next', 'Other')})"
        goals = [f"{self.next}(Board, Player, Move, Next)"]
        if self.facts:
            made = f"{self.next}(Player, Move), facts_(Next), restored_(Facts)"
            found = f"findall(Move-Next, ( {made} ), Nexts)"
            goals = [f"snapshot(( restored_(Facts), {found} ))", "member(Move-Next, Nexts)"]
        self.put(head, [f"\\+ {self.over}({self.what})", *goals, self.exchange()])

    def _ends(self) -> None:
        self.gap()
        for one in map(shown, self.pair.both):
            self.put(f"{self.over}({self.what})", [asked_won(self, one)])
        self.gap()
        for name, player in zip(("terminalwon", "terminallost"), self.pair.both, strict=True):
            self.put(f"{name}({self.position(self.what, '_')})", [asked_won(self, shown(player))])
        self.gap()
        self.lines += STATIC_VALUE
        self.gap()
