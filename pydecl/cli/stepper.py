"""The screen of `pydecl step`: panes that show a state, and keys that go to another one.

All that is shown comes from `pydecl.workbench.stepping`; here it is only laid out. Nothing is said by
colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Footer, Input, Static

from pydecl.errors.escaping import escaped, escaped_lines
from pydecl.tracing.captions import signed, value_text
from pydecl.tracing.events import Turn, Value
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import Recording
from pydecl.workbench.stepping.comparison import Comparison
from pydecl.workbench.stepping.marks import Marks
from pydecl.workbench.stepping.state import Call, Row, Source, State, Status, Window
from pydecl.workbench.stepping.track import Track, marks_of

SHAPES = {Turn.MAX: "▲", Turn.MIN: "▼", Turn.CHANCE: "◆", None: " "}
"""Who is to move, by shape: MAX goes up, MIN down."""

SECONDS_A_STEP = 0.5

HELP = """\
n  →   the next event                  l   the next leaf
b  ←   the previous event               c   the next cut
o      over: to the value of the node  d   the next difference (--beside)
u      out: to the value of its parent g   go to an event by its number
r      run, and pause                  q   quit
Home, End   the first, the last event  ?   this help

▲ MAX is to move, ▼ MIN, ◆ chance. ▶ the event is about this node, or tries
this goal or line; · was tried since the last event. In the bar of the
window [ is alpha, ] is beta, ● the value of the node.

Any key closes this."""


class Pane(Widget):
    """Some lines, of which those around one are shown as far as there is room."""

    def __init__(self, title: str, *, id: str, classes: str = "") -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self.border_title = title
        self.lines: list[Content] = []
        self.centre = 0

    def show(self, lines: Sequence[Content], centre: int = 0) -> None:
        """Show these lines, and the one with the number `centre` in any case."""
        self.lines, self.centre = list(lines), centre
        self.refresh()

    def render(self) -> Content:
        height = max(1, self.size.height)
        first = max(0, min(self.centre - height // 2, len(self.lines) - height))
        return Content("\n").join(self.lines[first : first + height])


class Words(Static):
    """The caption: words that wrap."""

    def show(self, text: str) -> None:
        self.update(Content(escaped(text)))


class Goto(ModalScreen[int | None]):
    """Asks for the number of an event."""

    CSS = "Goto { align: center middle; } Goto Input { width: 40; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "cancel")]

    def __init__(self, total: int) -> None:
        super().__init__()
        self._total = total

    def compose(self) -> ComposeResult:
        yield Input(placeholder=f"event, 1 to {self._total:,}", type="integer")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(int(event.value) if event.value.strip().lstrip("-").isdigit() else None)


class Help(ModalScreen[None]):
    """What the keys do."""

    CSS = """
    Help { align: center middle; }
    Help Static { width: auto; height: auto; border: round $primary; padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        yield Static(Content(HELP))

    def on_key(self) -> None:
        self.dismiss(None)


class Side(Vertical):
    """The panes of one search."""

    def __init__(self, number: int, title: str, *, is_alone: bool) -> None:
        super().__init__(id=f"side{number}", classes="side")
        self._number = number
        self._title = title
        self._is_alone = is_alone

    def compose(self) -> ComposeResult:
        n = self._number
        yield Static(Content(self._title), id=f"title{n}", classes="title")
        with Horizontal(classes="upper"):
            yield Pane("board", id=f"board{n}", classes="board")
            yield Pane("tree", id=f"tree{n}", classes="tree")
            yield Pane("stack", id=f"stack{n}", classes="stack")
        yield Pane("window", id=f"window{n}", classes="window")
        with Horizontal(classes="lower") if self._is_alone else Vertical(classes="lower"):
            yield Pane("Prolog", id=f"prolog{n}", classes="source")
            yield Pane("Python", id=f"python{n}", classes="source python")
        yield Words(id=f"caption{n}", classes="caption")

    def show(self, state: State, sources: tuple[Marks, Marks] | None) -> None:
        """Everything that there is to see of a state."""
        n = self._number
        written = f"{state.seq:,}/{state.total:,} {self._title}"
        if state.truncated_after is not None:
            written += f" · truncated after {state.truncated_after:,}"
        self.query_one(f"#title{n}", Static).update(Content(escaped(written)))
        board = (state.board or state.position or "").rstrip("\n")
        self._pane("board").show([Content(line) for line in escaped_lines(board).split("\n")])
        current = next((at for at, row in enumerate(state.tree) if row.status is Status.CURRENT), 0)
        self._pane("tree").show([tree_row(row, state.naming) for row in state.tree], current)
        self._pane("stack").show([stack_row(call, state.naming) for call in state.path], len(state.path) - 1)
        window = self._pane("window")
        window.show(window_rows(state.window, state.naming, max(10, window.size.width)))
        for side, (title, source) in enumerate((("Prolog", state.prolog), ("Python", state.python))):
            pane = self._pane(title.lower())
            if source is None:
                pane.border_title = title
                why = "…" if sources is None else sources[side].ended or "the place in the text is unknown"
                pane.show([Content(escaped(line)) for line in wrap(why, max(20, pane.size.width))])
            else:
                spot = source.spot
                pane.border_title = Content(escaped(f"{title}: {spot.file}:{spot.line}, {spot.within}"))
                pane.show(source_rows(source), source.spot.line - source.spot.top)
        self.query_one(f"#caption{n}", Words).show(state.caption)

    def _pane(self, name: str) -> Pane:
        return self.query_one(f"#{name}{self._number}", Pane)


class Stepper(App[None]):
    """One search, or two side by side."""

    CSS = """
    .side { width: 1fr; }
    .title { height: 1; background: $primary; color: $text; padding: 0 1; }
    Pane { border: round $foreground 50%; border-title-color: $foreground; padding: 0 1; text-wrap: nowrap;
           text-overflow: ellipsis; }
    .upper { height: 1fr; }
    .lower { height: 1fr; min-height: 5; }
    .board { width: 2fr; } .tree { width: 3fr; } .stack { width: 3fr; }
    .window { height: 4; }
    .source { width: 1fr; height: 1fr; }
    .caption { height: 4; border: round $accent; padding: 0 1; }
    .two .caption { height: 6; }
    .two .stack { display: none; }
    .two.narrow .board { display: none; }
    .two.low .python { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,right", "step('next')", "next"),
        Binding("b,left", "step('back')", "back"),
        Binding("o", "step('over')", "over"),
        Binding("u", "step('out')", "out"),
        Binding("l", "seek('next_leaf', 'leaf')", "leaf"),
        Binding("c", "seek('next_cut', 'cut')", "cut"),
        Binding("d", "difference", "diff"),
        Binding("g", "goto", "go to"),
        Binding("r", "run", "run"),
        Binding("q", "quit", "quit"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("home", "step('first')", "first", show=False),
        Binding("end", "step('last')", "last", show=False),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        tracks: Sequence[Track],
        titles: Sequence[str],
        at: int = 1,
        *,
        look: Callable[[Recording], tuple[Marks, Marks]] = marks_of,
    ) -> None:
        """`look` finds the places in the texts, for the tracks that have none."""
        super().__init__()
        self._look = look
        self.tracks = tracks
        self.titles = titles
        self.seq = tracks[0].clamped(at)
        self.comparison = Comparison(*tracks) if len(tracks) == 2 else None
        self.right = 1 if self.comparison is None else self.comparison.across(self.seq)
        self._runner: Timer | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="sides"):
            for number, title in enumerate(self.titles):
                yield Side(number, title, is_alone=len(self.tracks) == 1)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        self.query_one("#sides").set_class(len(self.tracks) == 2, "two")
        self._show()
        if any(track.sources is None for track in self.tracks):
            self._look_for_marks()

    def on_resize(self, event: Resize) -> None:
        sides = self.query_one("#sides")
        sides.set_class(event.size.width < 120, "narrow")
        sides.set_class(event.size.height < 36, "low")
        self.call_after_refresh(self._show)

    @work(thread=True)
    def _look_for_marks(self) -> None:
        """The places in the programs' texts take longer than the rest: they come when they are known."""
        for track in self.tracks:
            if track.sources is None:
                track.sources = self._look(track.recording)
                self.call_from_thread(self._show)

    def _show(self) -> None:
        for number, (track, seq) in enumerate(zip(self.tracks, (self.seq, self.right), strict=False)):
            side = self.query_one(f"#side{number}", Side)
            side.show(track.state(seq), track.sources)

    def go(self, seq: int, right: int | None = None) -> None:
        """Show an event; beside it the one that belongs to it, or another one."""
        self.seq = self.tracks[0].clamped(seq)
        if self.comparison is not None:
            self.right = self.comparison.across(self.seq) if right is None else right
        self._show()

    # The keys

    def action_step(self, where: str) -> None:
        track = self.tracks[0]
        if where in ("first", "last"):
            self.go(getattr(track, where)())
        else:
            self.go(getattr(track, where)(self.seq))

    def action_seek(self, where: str, name: str) -> None:
        found = getattr(self.tracks[0], where)(self.seq)
        if found is None:
            self.notify(f"There is no {name} after this.")
        else:
            self.go(found)

    def action_difference(self) -> None:
        if self.comparison is None:
            self.notify("There is nothing to compare with: start with --beside PROGRAM or ENGINE.")
            return
        found = self.comparison.next(self.seq, self.right)
        if found is None:
            self.notify("There is no difference after this.")
            return
        self.go(found.left, found.right)
        self.notify(f"The searches differ: {found.reason}.")

    def action_goto(self) -> None:
        def given(number: int | None) -> None:
            if number is not None:
                self.go(number)

        self.push_screen(Goto(len(self.tracks[0])), given)

    def action_run(self) -> None:
        if self._runner is not None:
            self._runner.stop()
            self._runner = None
        else:
            self._runner = self.set_interval(SECONDS_A_STEP, self._run_on)

    def _run_on(self) -> None:
        if self.seq == len(self.tracks[0]):
            self.action_run()
        else:
            self.go(self.seq + 1)

    def action_help(self) -> None:
        self.push_screen(Help())


# What a state looks like in a line


def written(value: Value | None, naming: Naming) -> str:
    """A value as the naming writes it; nothing for none."""
    if value is None:
        return ""
    if naming is Naming.LECTURE003 and isinstance(value, int | float) and not isinstance(value, bool):
        return signed(value)
    return value_text(value)


def tree_row(row: Row, naming: Naming) -> Content:
    """A node of the tree: where it lies, whose turn it is, what is known of it."""
    marks = {Status.CURRENT: "▶", Status.MORE: "…", Status.CUT: "✂"}
    notes = {Status.CUT: "cut", Status.SKIPPED: "not needed", Status.PATH: "…", Status.CURRENT: ""}
    value = written(row.value, naming)
    note = f"= {value}" if value else notes.get(row.status, "")
    shape = SHAPES[row.mover] if row.mover else ("·" if row.status is Status.UNVISITED else " ")
    line = f"{marks.get(row.status, ' ')}{shape} {escaped(row.position)}  {note}"
    style = {Status.CURRENT: "bold reverse", Status.PATH: "bold", Status.CUT: "dim"}.get(row.status, "")
    if row.status in (Status.UNVISITED, Status.MORE, Status.SKIPPED):
        style = "dim"
    return Content.assemble("  " * row.ply, (line.rstrip(), style))


def stack_row(call: Call, naming: Naming) -> Content:
    """A call: the node and its window."""
    window = ""
    if call.alpha is not None and call.beta is not None:
        window = f"  {written(call.alpha, naming)} … {written(call.beta, naming)}"
    return Content(f"{SHAPES[call.mover]} {escaped(call.position)}{window}")


def window_rows(window: Window, naming: Naming, width: int) -> list[Content]:
    """The window as numbers, and as a bar on the scale of the whole search."""
    if window.alpha is None or window.beta is None:
        value = f"value {written(window.value, naming)}" if window.value is not None else "no value yet"
        numbers = f"this program has no window; {value}"
    else:
        value = f"   value {written(window.value, naming)}" if window.value is not None else ""
        numbers = f"alpha {written(window.alpha, naming)}   beta {written(window.beta, naming)}{value}"
        low, high = sorted((window.place(window.alpha) or 0.0, window.place(window.beta) or 0.0))
        is_crossed = (window.place(window.alpha) or 0.0) > (window.place(window.beta) or 0.0)
        if naming is not Naming.LECTURE003 and (is_crossed or window.alpha == window.beta):
            numbers += "   empty: alpha ≥ beta"
        elif naming is Naming.LECTURE003 and (not is_crossed or window.alpha == window.beta):
            numbers += "   empty: beta ≥ alpha"
    ends = f"{written(window.low, naming)} ", f" {written(window.high, naming)}"
    room = max(8, width - len(ends[0]) - len(ends[1]))
    bar = ["─"] * room
    if window.alpha is not None and window.beta is not None:
        for at in range(round(low * (room - 1)), round(high * (room - 1)) + 1):
            bar[at] = "━"
    for mark, value_ in (("[", window.alpha), ("]", window.beta), ("●", window.value)):
        place = window.place(value_)
        if place is not None:
            bar[round(place * (room - 1))] = mark
    return [Content(numbers), Content(ends[0] + "".join(bar) + ends[1])]


def source_rows(source: Source) -> list[Content]:
    """The lines of a clause or a function, with the place of the event, and those tried before it."""
    spot = source.spot
    tried = {one.line for one in source.tried if one.file == spot.file}
    rows = []
    for line, code in enumerate(source.lines, spot.top):
        mark = "▶" if line == spot.line else "·" if line in tried else " "
        row = Content(f"{mark} {_shown(code)}")
        if spot.line <= line <= spot.end_line:
            start = spot.column if line == spot.line else len(code) - len(code.lstrip())
            end = spot.end_column if line == spot.end_line else len(code)
            row = row.stylize("bold reverse", 2 + len(_shown(code[:start])), 2 + len(_shown(code[:end])))
        rows.append(row)
    return rows


def _shown(code: str) -> str:
    """A line of a text, or the start of one, as it is on the screen."""
    return escaped(code.expandtabs(4))
