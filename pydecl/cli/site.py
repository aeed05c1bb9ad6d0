"""pydecl site: a static folder with SWI-Prolog for the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydecl.cli.options import argument, command, option
from pydecl.cli.output import progress_bar
from pydecl.cli.terminal import echo
from pydecl.workbench.site.wasm import swipl_wasm
from pydecl.workbench.site.writing import check_folder, write_site

ADDRESS = "Where the site will be, such as https://example.org/games/: previews of links need it."
PACKAGE = "The npm package of SWI-Prolog for the browser, if npm cannot fetch it."


@command
def make_site(
    folder: Annotated[Path, argument("DIR", "The folder to write the site to.")],
    package: Annotated[Path | None, option("--package", "FILE", PACKAGE)] = None,
    address: Annotated[str, option("--address", "URL", ADDRESS)] = "",
) -> None:
    """Write a static site: consult a game in the browser and run the programs on it, without a server."""
    check_folder(folder)
    with progress_bar(f"writing {folder}"):
        site = write_site(folder, swipl_wasm(package), address)
    echo(f"{folder}: {site.files} files, {site.size / 1e6:.1f} MB; to view it:")
    echo(f"  python3 -m http.server --directory {folder} --bind 127.0.0.1")
