"""pydecl top: SWI-Prolog's own top level with a game and the three programs loaded."""

from __future__ import annotations

import os
import sys
import tempfile

from pydecl.cli.failing import complain
from pydecl.cli.options import ConventionOption, GameArgument, MovesAgainOption, command
from pydecl.engines.prolog.installation import swipl_program
from pydecl.errors.escaping import escaped
from pydecl.loading.consulting import consult
from pydecl.paths import prolog_file


@command
def top(
    game: GameArgument, convention: ConventionOption = None, moves_again: MovesAgainOption = False
) -> None:
    """Start SWI-Prolog's own top level with a game and the textbook's three programs loaded."""
    swipl = swipl_program()
    with consult(game, convention=convention, moves_again=moves_again) as opened:
        for warning in opened.warnings:
            complain(str(warning))
        requests = opened.session.setup_texts()
    with tempfile.NamedTemporaryFile("w", suffix=".pl", delete=False, encoding="utf-8") as file:
        file.writelines(f"{request}.\n" for request in requests)
    sys.stdout.flush()
    os.execv(swipl, [swipl, "-q", str(prolog_file("support", "toplevel.pl")), "--", file.name, escaped(game)])
