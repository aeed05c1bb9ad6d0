"""What a search program declares of itself: its contract, its tie rule, what it asks, what a trace shows.

The declarations stand in the twins, `pydecl/programs/X.py`; `pydecl.programs.registry` finds them there.
Here a program is only known by its name:

>>> Program.ALPHABETA
Program(value='alphabeta')
>>> Program.ALPHABETA == Program("alphabeta")
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from pydecl.errors import InputError


class _Names(type):
    """`Program.X` is the program named x."""

    def __getattr__(cls, name: str) -> Program:
        if name.isupper():
            return Program(name.lower())
        raise AttributeError(name)


@dataclass(frozen=True, slots=True)
class Program(metaclass=_Names):
    """The name of a search program. Whether there is one of that name, the registry says."""

    value: str

    def __str__(self) -> str:
        return self.value


class Kind(Enum):
    """What a program promises about its value, where V(P) is what minimax backs up on the same tree."""

    EXACT = "exact"
    """V(P)."""

    GOOD_ENOUGH = "good enough"
    """Lecture 19's V(P, Alpha, Beta): V(P) if Alpha <= V(P) <= Beta; else on the same side outside."""

    FAIL_SOFT = "fail-soft"
    """V(P) if Alpha < V(P) < Beta; from V(P) to Alpha if V(P) <= Alpha; from Beta to V(P) if V(P) >= Beta."""

    CLAMPED = "clamped"
    """Fail-hard: V(P) if Alpha <= V(P) <= Beta, else the bound; V(P) where the root itself is evaluated."""

    WON = "won"
    """True where MAX wins, whatever MIN does."""

    OUTCOME = "outcome"
    """Won, drawn or lost for MAX; endless play is drawn."""

    EXPECTATION = "expectation"
    """V(P), where chance is worth the mean of what can follow."""

    ESTIMATE = "estimate"
    """A mean of values of leaves, so between the least and the greatest of them; it tends to V(P)."""


class Tie(Enum):
    """Which of equally good moves a program gives: the first or the last in order, or any."""

    FIRST = "first"
    LAST = "last"
    ANY = "any"
    NONE = "none"
    """It gives no move."""


class Searched(Enum):
    """The tree on which minimax would give the same value."""

    TREE = "the tree"
    PLY = "the tree with won and lost leaves valued WIN - ply and ply - WIN"
    QUIET = "the tree, extended where leaves are turbulent"
    PLAUSIBLE = "the tree of plausible moves"


class Movers(Enum):
    """What a program takes for granted about who is to move."""

    ALTERNATE = "the players alternate"
    MAX = "the players alternate, and MAX is to move at the root"
    ANY = "each position is asked: a player may move twice"
    CHANCE = "each position is asked: a player may move twice, and chance may move"


class Ends(Enum):
    """For which games a program that solves is right."""

    ANY = "all"
    DECIDED = "those without drawn ends, where MAX has won if MIN cannot move"
    STUCK = "those where who cannot move has lost, and which end in no other way"


class Side(Enum):
    """From whose point of view a program has its window, and its values."""

    MAX = "MAX's"
    MOVER = "those of the player to move"
    WHITE = "MAX's, but White, who is MIN, comes first in the window"


@dataclass(frozen=True)
class Contract:
    """What a program promises; `window` says whether it takes Alpha and Beta."""

    kind: Kind
    tie: Tie
    window: bool = False
    searched: Searched = Searched.TREE


@dataclass(frozen=True)
class Setting:
    """A whole number that a program wants to know besides: its name, its default, and the least one.

    Random games are searched with the values of `tried`.
    """

    name: str
    default: int
    meaning: str
    least: int | None = None
    tried: tuple[int, ...] = ()

    def check(self, value: int) -> None:
        """Raises InputError for a value that the setting cannot have."""
        if self.least is not None and value < self.least:
            raise InputError(f"{self.name} must be {self.least} or more, not {value}")


@dataclass(frozen=True)
class Traced:
    """A function of the twin that is called once a node, and what a trace reads off a call.

    `before` arguments stand between the position and the window, of `bounds` numbers: alpha and beta, one
    bound that is tested, or none. `side` says from whose point of view these are.
    """

    function: str
    before: int = 0
    bounds: int = 0
    side: Side = Side.MAX


@dataclass(frozen=True)
class Declaration:
    """All that pydecl must know about a program, next to its code.

    `summary` says in half a line what it is, `source` where it comes from. `needs` are predicates that no
    other program asks for; `values` is False for a program that asks only whether an end is won or lost,
    `ends` whether it asks that at all. `settings` are its own; `ordered` says that its moves can be put in
    another order, `cyclic` that it ends on games with cycles without a depth limit, `inner_values` that
    without such a limit it asks positions where the game goes on for their values, `remembers` that an
    answer may depend on what was asked before. `traced` is empty for a program that searches no tree node
    by node. `beta_first` says that it is called with its window the other way round. `leaves_within` names
    a program, of the same order of moves, that evaluates every leaf that this one evaluates. `naive_of` and
    `cause` are a naive variant's: what it is a variant of, and what is wrong with it. The textbook's
    programs come first, then those with a lower `place`, then by name.
    """

    name: str
    contract: Contract
    summary: str
    source: str
    needs: tuple[str, ...] = ()
    values: bool = True
    ends: bool = False
    movers: Movers = Movers.ALTERNATE
    right_for: Ends = Ends.ANY
    settings: tuple[Setting, ...] = ()
    ordered: bool = False
    cyclic: bool = False
    inner_values: bool = False
    remembers: bool = False
    traced: tuple[Traced, ...] = ()
    beta_first: bool = False
    leaves_within: str | None = None
    naive_of: str | None = None
    cause: str = ""
    textbook: bool = False
    place: int = 100

    @property
    def program(self) -> Program:
        return Program(self.name)

    @property
    def splits(self) -> bool:
        """Whether its value is that of its best successor, each searched by itself, in any game."""
        numbers = self.contract.kind in (Kind.EXACT, Kind.GOOD_ENOUGH, Kind.FAIL_SOFT, Kind.CLAMPED)
        return numbers and self.contract.searched is not Searched.PLAUSIBLE and not self.inner_values


DATABASE = "database:"
"""How the name of such a program begins; the folder of the database follows."""


@dataclass(frozen=True)
class LookedUp:
    """A program, looked up in the database of this folder, which alone tells databases apart.

    It is `like` the program whose answers it gives: `outcome`, or `expectiminimax` in a game of chance.

    >>> known = LookedUp("solved/nim")
    >>> known.value, known.like, known.contract.window
    ('database:solved/nim', Program(value='outcome'), False)
    >>> known == LookedUp("solved/nim", Program.EXPECTIMINIMAX)
    True
    """

    folder: str
    like: Program = field(default=Program.OUTCOME, compare=False)

    @property
    def value(self) -> str:
        """What the command line calls it."""
        return f"{DATABASE}{self.folder}"

    @property
    def contract(self) -> Contract:
        """What it promises, as that program does."""
        kind = Kind.EXPECTATION if self.like == Program.EXPECTIMINIMAX else Kind.OUTCOME
        return Contract(kind, Tie.FIRST)


# The programs that a rules file brings itself


PREFIX = "file:"
"""How the name of a file's own program begins."""


class Manner(Enum):
    """How a file's own program is run."""

    ATTACHED = "attached"
    """It only asks the game about positions: it is counted, limited and checked, and runs on any game."""

    PART = "part"
    """The textbook's alphabeta with one predicate of the file's in place of its own, attached."""

    BARE = "bare"
    """It looks into positions: it runs as it stands, on the file's own game only."""


class Gives(Enum):
    """What a program's answer is."""

    OUTCOME = "whether MAX wins"
    VALUE_AND_MOVE = "a value and a move"
    MOVE = "a move"


WHOLE: Mapping[tuple[str, int], tuple[Program, Gives]] = {
    ("won", 1): (Program.WON, Gives.OUTCOME),
    ("minimax", 3): (Program.MINIMAX, Gives.VALUE_AND_MOVE),
    ("alphabeta", 5): (Program.ALPHABETA, Gives.VALUE_AND_MOVE),
    ("alphabeta", 3): (Program.ALPHABETA, Gives.VALUE_AND_MOVE),
    ("bestmove", 2): (Program.MINIMAX, Gives.MOVE),
    ("best_move", 2): (Program.MINIMAX, Gives.MOVE),
}
"""The programs that a file can bring whole, by name and arity."""

_PART = (Program.ALPHABETA, Gives.VALUE_AND_MOVE)

FORMS = {
    Program.WON: Contract(Kind.WON, Tie.NONE),
    Program.MINIMAX: Contract(Kind.EXACT, Tie.ANY),
    Program.ALPHABETA: Contract(Kind.EXACT, Tie.ANY),
}


@dataclass(frozen=True)
class OwnProgram:
    """A file's own program, by its name and arity; `like` is the textbook program that it imitates."""

    name: str
    arity: int
    manner: Manner

    @property
    def value(self) -> str:
        """What the command line calls it."""
        plain = (self.name, self.arity) != ("alphabeta", 3)
        return f"{PREFIX}{self.indicator.split('/')[0] if plain else self.indicator}"

    @property
    def indicator(self) -> str:
        return f"{self.name}/{self.arity}"

    @property
    def whole(self) -> tuple[str, int]:
        """The predicate that is called: for a part, the textbook's alphabeta with it."""
        return ("alphabeta", 5) if self.manner is Manner.PART else (self.name, self.arity)

    @property
    def like(self) -> Program:
        return WHOLE.get((self.name, self.arity), _PART)[0]

    @property
    def gives(self) -> Gives:
        return WHOLE.get((self.name, self.arity), _PART)[1]

    @property
    def contract(self) -> Contract:
        """What it must promise: the textbook's, but any of several best moves will do."""
        if self.manner is Manner.PART or self.arity == 5:
            return Contract(Kind.GOOD_ENOUGH, Tie.ANY, window=True)
        return FORMS[self.like]


def looked_up(name: str) -> LookedUp:
    """The program that a name such as `database:DIR` means. Raises InputError if it names no folder."""
    folder = name.removeprefix(DATABASE)
    if not folder:
        raise InputError(f"{name}: expected the folder of a solved game, as in {DATABASE}DIR")
    return LookedUp(folder)
