"""Exercises by level and seed: `/practice`; and what the students of a class hand in, kept in a SQLite file.

A class has a code, which its students are given, and a key, which only the teacher has: whoever knows it gets
the results. The file has a digest of the key.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     classes = Classes(Path(folder) / "results.sqlite")
...     opened = classes.open()
...     attempt = classes.hand_in(opened.code, Work("Ada", "deep", 7, "", 9, 10, "value at b"))
...     told = classes.results(opened.code, opened.key)
>>> attempt, told.splitlines()[0]
(1, '\\ufeffhanded_in,name,level,seed,game,attempt,points,of,wrong')
"""

from __future__ import annotations

import asyncio
import csv
import hashlib
import io
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from pydecl.errors import InputError
from pydecl.errors.escaping import without_hidden
from pydecl.games import BUNDLED
from pydecl.kept import Database
from pydecl.workbench.practice.exercise import TITLES, WORD, Level, level_named
from pydecl.workbench.web.jobs import BusyError
from pydecl.workbench.web.pages import (
    address_of,
    among,
    answered,
    body,
    bundled,
    page,
    settings,
    whole_number,
)

CLASSES = (
    "CREATE TABLE IF NOT EXISTS classes (code TEXT PRIMARY KEY, key TEXT NOT NULL, opened TEXT NOT NULL)"
)

WORKS = """
CREATE TABLE IF NOT EXISTS works (
    class TEXT NOT NULL, handed_in TEXT NOT NULL, name TEXT NOT NULL,
    level TEXT NOT NULL, seed INTEGER NOT NULL, game TEXT NOT NULL,
    attempt INTEGER NOT NULL, points INTEGER NOT NULL, of INTEGER NOT NULL, wrong TEXT NOT NULL
)"""

OLDEST_UNUSED = """
DELETE FROM classes WHERE rowid =
    (SELECT rowid FROM classes WHERE code NOT IN (SELECT class FROM works) ORDER BY opened, rowid LIMIT 1)"""
"""Makes room for a class."""

COLUMNS = ("handed_in", "name", "level", "seed", "game", "attempt", "points", "of", "wrong")
"""What the results have of each work."""

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""What a code is made of: none of them is taken for another one."""

LENGTH = 6

MOST_CLASSES = 1000
"""How many classes a file may have."""

MOST_WORKS = 5000
"""How many works a class may hand in."""

LONGEST_NAME = 80


class UnknownClassError(InputError):
    """There is no class of this code, or it has another key."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A class that was opened: its code is for the students, its key for the teacher."""

    code: str
    key: str


@dataclass(frozen=True, slots=True)
class Work:
    """An exercise as one student has solved it; `game` is empty for a tree, `wrong` says which blanks are."""

    name: str
    level: str
    seed: int
    game: str
    points: int
    of: int
    wrong: str


class Classes:
    """The classes in a file. Each method raises InputError if the file cannot be used."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _database(self) -> Database:
        return Database(self._path, CLASSES, WORKS)

    def open(self) -> Opened:
        """A new class."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        opened = Opened(code, secrets.token_urlsafe(16))
        with self._database() as database:
            if _count(database, "classes") >= MOST_CLASSES:
                database.write(OLDEST_UNUSED)
            if _count(database, "classes") >= MOST_CLASSES:
                raise InputError(f"this server has {MOST_CLASSES:,} classes that are used: it takes no more")
            database.write("INSERT INTO classes VALUES (?, ?, ?)", code, _digest(opened.key), _now())
        return opened

    def check(self, code: str) -> None:
        """Raises InputError if there is no class of this code."""
        with self._database() as database:
            _found(database, code)

    def hand_in(self, code: str, work: Work) -> int:
        """Keep a work; which attempt of this student at this exercise it is, from 1."""
        name = plain(work.name)
        if not name:
            raise InputError("a work that is handed in needs a name")
        if len(name) > LONGEST_NAME:
            raise InputError(f"the name has more than {LONGEST_NAME} characters")
        with self._database() as database:
            _found(database, code)
            database.write("BEGIN IMMEDIATE")  # without a COMMIT nothing is kept
            if _count(database, "works WHERE class = ?", code) >= MOST_WORKS:
                raise InputError(f"the class has handed in {MOST_WORKS:,} works: open another one")
            same = "works WHERE class = ? AND name = ? AND level = ? AND seed = ? AND game = ?"
            asked = (name, work.level, work.seed, work.game)
            attempt = _count(database, same, code, *asked) + 1
            database.write(
                "INSERT INTO works VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(code, _now(), *asked, attempt, work.points, work.of, work.wrong),
            )
            database.write("COMMIT")
        return attempt

    def works(self, code: str, key: str) -> list[dict[str, Any]]:
        """All works of a class by COLUMNS, as they were handed in. Raises InputError without the key."""
        with self._database() as database:
            if not secrets.compare_digest(_found(database, code), _digest(key)):
                raise UnknownClassError("this is not the key of the class")
            rows = database.rows(
                f"SELECT {', '.join(COLUMNS)} FROM works WHERE class = ? ORDER BY handed_in, rowid", code
            )
        return [dict(zip(COLUMNS, row, strict=True)) for row in rows]

    def results(self, code: str, key: str) -> str:
        """The works as CSV. Raises InputError without the key.

        It begins with a byte order mark: without it, Excel reads no letters beyond ASCII.
        """
        text = io.StringIO()
        text.write("\ufeff")
        table = csv.writer(text, lineterminator="\n")
        table.writerow(COLUMNS)
        table.writerows([[_cell(one) for one in work.values()] for work in self.works(code, key)])
        return text.getvalue()


def _count(database: Database, rows: str, *values: object) -> int:
    row = database.row(f"SELECT count(*) FROM {rows}", *values)
    return 0 if row is None else int(row[0])


def _found(database: Database, code: str) -> str:
    """The digest of the key of a class."""
    row = database.row("SELECT key FROM classes WHERE code = ?", code)
    if row is None:
        raise UnknownClassError(f"there is no class {code[:40]}")
    return str(row[0])


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def plain(name: str) -> str:
    """A name as it is seen: without what is hidden, and with a blank between its words.

    >>> plain(" Ada\\u202e \\0  Love\\u200blace ")
    'Ada Lovelace'
    """
    return " ".join(without_hidden(" ".join(name.split())).split())


def _cell(value: object) -> object:
    """What a table shows: no text is read as a formula.

    >>> _cell("=1+1"), _cell("Ada"), _cell(3)
    ("'=1+1", 'Ada', 3)
    """
    text = plain(value) if isinstance(value, str) else value
    return f"'{text}" if isinstance(text, str) and text.startswith(tuple("=+-@")) else text


Answer = TypeVar("Answer")

DAY, HOUR, MINUTE = 86400.0, 3600.0, 60.0

MOST_HERE, MOST_IN_ALL = 1000, 20_000
"""How many works an address, and all together, may hand in in a day."""


class Rate:
    """So many times in so many seconds.

    >>> rate = Rate(2, 60)
    >>> rate.note("a", 0)
    >>> rate.note("a", 30)
    >>> [rate.is_used_up(*one) for one in (("a", 59), ("b", 59), ("a", 61))]
    [True, False, False]
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._noted: deque[tuple[float, str]] = deque()

    def is_used_up(self, address: str, now: float) -> bool:
        """Whether an address must wait."""
        while self._noted and self._noted[0][0] <= now - self._seconds:
            self._noted.popleft()
        return sum(one == address for _, one in self._noted) >= self._most

    def note(self, address: str, now: float) -> None:
        """It was done once more."""
        self._noted.append((now, address))


class Register:
    """The classes of a server; each address may open some, hand in some works, and guess some codes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._asking = asyncio.Lock()
        self._opened, self._guessed = Rate(20, HOUR), Rate(20, MINUTE)
        self._handed_in, self._by_all = Rate(MOST_HERE, DAY), Rate(MOST_IN_ALL, DAY)

    async def open(self, address: str) -> Opened:
        """A new class. Raises BusyError for who has opened many."""
        now = asyncio.get_running_loop().time()
        if self._opened.is_used_up(address, now):
            raise BusyError("too many classes were opened here: wait an hour")
        self._opened.note(address, now)
        return await self.ask(address, Classes.open)

    async def hand_in(self, address: str, code: str, work: Work) -> int:
        """As `Classes.hand_in`. Raises BusyError for who has handed in very many works."""
        now = asyncio.get_running_loop().time()
        if self._handed_in.is_used_up(address, now):
            raise BusyError(f"{MOST_HERE:,} works were handed in here: the class takes more of them tomorrow")
        if self._by_all.is_used_up("", now):
            raise BusyError(f"{MOST_IN_ALL:,} works were handed in: this server takes more of them tomorrow")
        attempt = await self.ask(address, lambda classes: classes.hand_in(code, work))
        self._handed_in.note(address, now)
        self._by_all.note("", now)
        return attempt

    async def ask(self, address: str, ask: Callable[[Classes], Answer]) -> Answer:
        """What the classes answer. Raises InputError, and BusyError for who has guessed wrongly too often."""
        async with self._asking:
            now = asyncio.get_running_loop().time()
            if self._guessed.is_used_up(address, now):
                raise BusyError("too many wrong codes: wait a minute")
            try:
                return await asyncio.to_thread(ask, Classes(self._file))
            except UnknownClassError:
                self._guessed.note(address, now)
                raise
            except InputError as error:  # where the file lies is nobody's business
                raise InputError(str(error).replace(str(self._file), self._file.name)) from None


# Pages

SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
"""What a sheet may do: it has its style inside, as it is a file of its own, and no script."""

EASY = 10_000
"""Seeds that are made up are below it, so that they can be read out."""


async def practice(request: Request) -> Response:
    """The page of one exercise."""
    asked = _exercise(request)
    code = request.query_params.get("class", "")
    if code:
        await _register(request).ask(address_of(request), lambda classes: classes.check(code))
    fields = {key: asked[key] for key in ("level", "seed", "game") if asked[key] != ""}
    kept = {"class": code} if code else {}
    level = Level(asked["level"])
    return page(
        request,
        "practice.html",
        asked=asked,
        code=code,
        title=TITLES[level] + (f", {asked['game']}" if asked["game"] else "") + f", seed {asked['seed']}",
        query=urlencode(fields),
        another="/practice?" + urlencode({**fields, "seed": secrets.randbelow(EASY), **kept}),
        levels=[(one.value, TITLES[one]) for one in Level],
        games=[name for name in BUNDLED if name != "graph"],
        classes=settings(request).results is not None,
    )


async def told(request: Request) -> Response:
    """What is asked, or the right entries."""
    return JSONResponse(await _answer(request, among(request.path_params, "ask", ("exercise", "solution"))))


async def sheet(request: Request) -> Response:
    """A page to be printed, with its solution if that is asked for."""
    text = await _answer(request, "sheet", solution="solution" in request.query_params)
    return HTMLResponse(text, headers={"Content-Security-Policy": SHEET_POLICY})


async def marks(request: Request) -> Response:
    """The marks of some entries; those of a class are kept."""
    given = await body(request)
    code, name = given.get("class"), given.get("name")
    told = await _answer(request, "marks", entries=given.get("entries"))
    if code is not None:
        if not isinstance(code, str) or not isinstance(name, str):
            raise InputError("a class and a name are texts")
        asked = _exercise(request)
        wrong = [f"{one['field']} at {one['node']}" for one in told["fields"] if one["verdict"] != "right"]
        work = Work(
            name, asked["level"], asked["seed"], asked["game"], told["points"], told["of"], "; ".join(wrong)
        )
        told["attempt"] = await _register(request).hand_in(address_of(request), code, work)
    return JSONResponse(told)


async def open_class(request: Request) -> Response:
    """A new class: its code, and the key to its results."""
    opened = await _register(request).open(address_of(request))
    return JSONResponse({"code": opened.code, "key": opened.key})


async def results(request: Request) -> Response:
    """What a class has handed in, as CSV."""
    code, key = request.path_params["code"], request.query_params.get("key", "")
    text = await _register(request).ask(address_of(request), lambda classes: classes.results(code, key))
    headers = {"Content-Disposition": f'attachment; filename="{code}.csv"', "Cache-Control": "no-store"}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


async def table(request: Request) -> Response:
    """For a class's teacher: the last attempt of each student at each exercise."""
    code, key = request.path_params["code"], request.query_params.get("key", "")
    works = await _register(request).ask(address_of(request), lambda classes: classes.works(code, key))
    last = {(one["name"], one["level"], one["seed"], one["game"]): one for one in works}
    found = page(request, "class.html", code=code, works=sorted(last.values(), key=lambda one: one["name"]))
    found.headers["Cache-Control"] = "no-store"
    return found


def _register(request: Request) -> Register:
    """The classes. Raises InputError if this server keeps none."""
    found: Register | None = request.app.state.register
    if found is None:
        raise InputError("this server keeps no results: start it with pydecl web --results FILE")
    return found


def _exercise(request: Request) -> dict[str, Any]:
    """Level, seed and game of the address. Raises InputError."""
    given = request.query_params
    game = given.get("game") or ""
    return {
        "level": level_named(given.get("level") or Level.MINIMAX.value).value,
        "seed": whole_number(given, "seed", 1, high=WORD),
        "game": bundled(game) if game else "",
    }


async def _answer(request: Request, ask: str, **more: Any) -> Any:
    question = {**_exercise(request), **more, "ask": ask, "seconds": settings(request).seconds}
    if not question["game"]:
        question["keep"] = "practice"
    return await answered(request, question)


PAGES = [
    Route("/practice", practice),
    Route("/practice/sheet", sheet),
    Route("/practice/classes/{code}.csv", results),
    Route("/practice/classes/{code}", table),
]

ROUTES = [
    *PAGES,
    Route("/practice/marks", marks, methods=["POST"]),
    Route("/practice/classes", open_class, methods=["POST"]),
    Route("/practice/{ask}", told),
]
