"""The commands, put together."""

from __future__ import annotations

import typer

from pydecl.cli import (
    checking,
    claims,
    consulting,
    creating,
    crosschecking,
    doctoring,
    grading,
    playing,
    proving,
    searching,
    solving,
    toplevel,
    tournaments,
    tracing,
)

app = typer.Typer(
    name="pydecl",
    help="Textbook game searches in Prolog, their twins in Python, and a cross-check of the two.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("games")(consulting.games)
app.command("new")(creating.new_game)
app.command("consult")(consulting.consult_file)
app.command("check")(checking.check)
app.command("explain")(checking.explain)
app.command("moves")(consulting.moves)
app.command("search")(searching.search_game)
app.command("trace")(tracing.trace_game)
app.command("crosscheck")(crosschecking.crosscheck_games)
app.command("grade")(grading.grade_files)
app.command("claims")(claims.show_claims)
app.command("play")(playing.play_game)
app.command("prove")(proving.prove_claim)
app.command("solve")(solving.solve_game)
app.command("tournament")(tournaments.run)
app.command("top")(toplevel.top)
app.command("doctor")(doctoring.doctor)


def main() -> None:
    """Run the command line; ends the process with the exit code."""
    app()
