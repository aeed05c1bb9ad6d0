"""What `pydecl solve` says of a game that is kept in files: --to, and --verify."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydecl.cli.limits import limited
from pydecl.cli.options import Folding
from pydecl.cli.output import print_fields, print_json, progress_bar
from pydecl.cli.solutions import mover_text, show_outcomes, show_values
from pydecl.cli.terminal import echo
from pydecl.cli.valuing import extreme_text, reached_text
from pydecl.engines import registry
from pydecl.errors import Exit
from pydecl.model.result import Status
from pydecl.sandbox.work import PieceExecutor
from pydecl.solving.card import AnyCard, Extreme, Furthest, OutcomeCard, Verified
from pydecl.solving.database import opened
from pydecl.solving.keeping import keep
from pydecl.solving.verifying import verify


def keep_game(
    game: str,
    folder: Path,
    how: Folding,
    bound: float | None,
    *,
    resume: bool,
    jobs: int,
    cluster: PieceExecutor | None,
    store: str | None,
    as_json: bool,
) -> Exit:
    """Solve a game, keep it, and say what there is."""
    with how.opened(game) as found, progress_bar(f"solve {game}") as tell:
        card = keep(
            found,
            folder,
            how.reading,
            bound=bound,
            seconds=how.seconds,
            resume=resume,
            jobs=jobs,
            cluster=cluster,
            store=store,
            tell=tell,
        )
    if as_json:
        print_json(_json(card, folder))
    else:
        _show(card, folder)
    return Exit.FINE if isinstance(card, OutcomeCard) or card.gap <= card.bound else Exit.LIMIT


def _show(card: AnyCard, folder: Path) -> None:
    fields = {
        "game": card.game,
        "positions": f"{card.positions:,} can be reached, {card.ends:,} of them ends",
    }
    if card.start is not None:
        fields["start"] = f"{card.start['position']}: {card.start['said']}"
    if not isinstance(card, OutcomeCard):
        fields["bound"] = reached_text(card.gap, card.sweeps, card.bound)
    layers = "" if len(card.files) == 1 else f", {len(card.files)} layers"
    fields[registry.keepers()[0]] = f"{card.seconds:.2f} s{layers}"
    print_fields(fields)
    if isinstance(card, OutcomeCard):
        show_outcomes(
            (
                mover_text(row.player),
                (row.positions, row.won, row.drawn, row.lost),
                [_furthest(one) for one in (row.longest_win, row.longest_loss)],
            )
            for row in card.table
        )
    else:
        show_values(
            (
                mover_text(row.player),
                (row.positions, row.won, row.lost),
                row.mean,
                [_extreme(one) for one in (row.highest, row.lowest)],
            )
            for row in card.table
        )
    each = card.bytes / max(1, card.positions)
    echo(f"\n{folder}: {card.bytes:,} bytes, {each:.2f} a position; 'pydecl solve {folder}' reads it")


def _furthest(one: Furthest | None) -> str:
    return "-" if one is None else f"{one.plies}: {one.position}"


def _extreme(one: Extreme | None) -> str:
    return "-" if one is None else extreme_text(one.value, one.position)


def _json(card: AnyCard, folder: Path) -> dict[str, Any]:
    """The fields that other programs may rely on, as without --to."""
    start = None if card.start is None else {key: told for key, told in card.start.items() if key != "said"}
    values = {}
    if not isinstance(card, OutcomeCard):
        values = {"bound": card.bound, "gap": card.gap, "sweeps": card.sweeps}
    return {
        "game": card.game,
        "engine": registry.keepers()[0],
        "status": Status.COMPLETE.value,
        "view": "max",
        "positions": card.positions,
        "ends": card.ends,
        "start": start,
        **values,
        "table": [asdict(row) for row in card.table],
        "seconds": card.seconds,
        "stored": {"folder": str(folder), "bytes": card.bytes, "layers": len(card.files)},
    }


def verify_folder(folder: Path, seconds: float | None, memory: int, as_json: bool) -> Exit:
    """Say whether all solutions that are stored are right."""
    with (
        limited(seconds),
        opened(folder, memory=memory, seconds=seconds) as database,
        progress_bar(f"verify {folder}"),
    ):
        what = "solutions" if isinstance(database.card, OutcomeCard) else "values"
        found = verify(database, seconds)
    if as_json:
        print_json({"folder": str(folder), "right": isinstance(found, Verified), **found.to_json()})
    elif isinstance(found, Verified):
        echo(
            f"{folder}: all {found.positions:,} {what} follow from those of their successors; "
            f"SWI-Prolog gave the successors of {found.expanded:,}, "
            f"and another engine searched {found.searched:,}"
        )
    else:
        echo(f"{folder}: {found}")
    return Exit.FINE if isinstance(found, Verified) else Exit.DISAGREEMENT
