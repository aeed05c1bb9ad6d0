"""Where a command's long work runs: the options that say so, and a cluster that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from pydecl.cli.helping import LIMITS
from pydecl.errors import InputError
from pydecl.model.ranges import MOST_JOBS
from pydecl.sandbox.executing import executor
from pydecl.sandbox.work import PieceExecutor

ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        rich_help_panel=LIMITS,
        metavar="WHERE",
        help="Let a Dask cluster do it: tcp://HOST:PORT, or local:N.",
        show_default=False,
    ),
]


def jobs_option(what: str, usual: str = "1") -> Any:
    """The option that says how many of `what` are done at a time; `usual` is the default, in words."""
    return typer.Option(
        "--jobs",
        rich_help_panel=LIMITS,
        metavar="N",
        min=1,
        max=MOST_JOBS,
        help=f"How many {what} at a time, each in its own process; by default, {usual}.",
        show_default=False,
    )


@contextmanager
def cluster_of(where: str | None, jobs: int | None) -> Iterator[PieceExecutor | None]:
    """The cluster that is asked for, if one is.

    Raises InputError if it cannot be used, or if `jobs` are asked for as well.
    """
    if where is None:
        yield None
        return
    if jobs is not None:
        raise InputError("--jobs is about this machine: leave it out with --cluster")
    with executor(1, cluster=where) as running:
        yield running
