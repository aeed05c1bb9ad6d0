"""The outline of glue: all of a game's interface, with lines to fill in for what was not found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.loading.glue.clauses import shown
from pydecl.loading.glue.found import Partial
from pydecl.loading.glue.frame import Frame
from pydecl.loading.glue.slots import Slot
from pydecl.model.term import Atom, Term


def outline(
    partial: Partial, loading: Sequence[str], named_files: str, setting_up: Sequence[Term] = ()
) -> str:
    """The text of the outline. `loading` are the files of the program, as the glue's folder names them.

    `setting_up` are goals to be called once.
    """
    return _Outline(partial, loading, named_files, setting_up).text()


def won_slot(frame: Frame, candidates: Sequence[str]) -> Slot:
    """The line that says who has won."""
    if frame.facts:
        return Slot(f"{frame.won}(Player)", "Player has won, as the facts are.", candidates)
    return Slot(f"{frame.won}(Board, Player)", "Player has won at Board.", candidates)


def asked_won(frame: Frame, player: str) -> str:
    """The goal that asks it of a position."""
    if frame.facts:
        return frame.restored(f"{frame.won}({player})")
    if frame.holes:
        return f"( opened_(Board, Given), once({frame.won}(Given, {player})) )"
    return f"once({frame.won}(Board, {player}))"


class _Outline(Frame):
    """One outline on its way to text."""

    def __init__(
        self, partial: Partial, loading: Sequence[str], about: str, setting_up: Sequence[Term]
    ) -> None:
        program, start, heads = partial.program, partial.start, partial.heads
        super().__init__(program, start, partial.pair, heads, loading, about, setting_up)
        self.partial = partial
        self.next = self.fresh("next")

    def text(self) -> str:
        self.head()
        self.slots([*self._open()])
        self.begin()
        self.movers(
            "it is the first one in the text" if self.partial.pair else "nothing names them", Atom("b")
        )
        self._moves()
        self._ends()
        self.helpers()
        return self.whole

    def _open(self) -> Iterator[Slot]:
        partial = self.partial
        if self.start is None:
            head = self.first if self.facts else f"{self.first}(Board)"
            says = (
                "it makes the facts those of the first position." if self.facts else "Board is the first one."
            )
            yield Slot(head, says, partial.starts)
        if self.facts:
            says = "Player makes Move: the facts change. One solution for each move."
            yield Slot(f"{self.next}(Player, Move)", says, partial.moves)
        else:
            says = "Player makes Move at Board, which leads to Next. One solution for each move."
            yield Slot(f"{self.next}(Board, Player, Move, Next)", says, partial.moves)
        yield won_slot(self, partial.winners)

    def _moves(self) -> None:
        self.gap()
        head = f"move({self.position(self.what, 'Player')}, Move, {self.position('Next', 'Other')})"
        over = f"\\+ {self.over}({self.what})"
        if self.facts:
            found = (
                f"findall(Move-Next, ( {self.next}(Player, Move), facts_(Next), restored_(Facts) ), Nexts)"
            )
            self.put(
                head,
                [
                    over,
                    f"snapshot(( restored_(Facts), {found} ))",
                    "member(Move-Next, Nexts)",
                    self.exchange(),
                ],
            )
        elif self.holes:
            made = [f"{self.next}(Given, Player, Move, Made)", "closed_(Made, Next)"]
            self.put(head, [over, "opened_(Board, Given)", *made, self.exchange()])
        else:
            self.put(head, [over, f"{self.next}(Board, Player, Move, Next)", self.exchange()])

    def _ends(self) -> None:
        self.gap()
        for one in map(shown, self.pair.both):
            self.put(f"{self.over}({self.what})", [asked_won(self, one)])
        self.gap()
        for name, player in zip(("terminalwon", "terminallost"), self.pair.both, strict=True):
            self.put(f"{name}({self.position(self.what, '_')})", [asked_won(self, shown(player))])
        self.gap()
        self.lines += [
            "staticval(Pos, Val) :-",
            "    (   terminalwon(Pos) -> Val = 1",
            "    ;   terminallost(Pos) -> Val = -1",
            "    ;   Val = 0",
            "    ).",
        ]
        self.gap()
