"""A cluster that is started by ssh on the hosts of a file, here on loopback."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from command_line import end_soon

from pydecl.errors import InputError
from pydecl.sandbox import cluster
from pydecl.sandbox.cluster import Cluster

asyncssh = pytest.importorskip("asyncssh")


class Host:
    """A host that runs what its one user asks for, as a shell would."""

    def __init__(self, home: Path) -> None:
        """`home` is where the user's keys are, and the names `one` and `two` of the host."""
        key, own = asyncssh.generate_private_key("ssh-ed25519"), asyncssh.generate_private_key("ssh-ed25519")
        ssh = home / ".ssh"
        ssh.mkdir()
        own.write_private_key(ssh / "id_ed25519")
        own.write_public_key(ssh / "authorized")
        self.pids: list[int] = []
        self.commands: list[str] = []
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        options = {"server_host_keys": [key], "authorized_client_keys": str(ssh / "authorized")}
        self._server = asyncio.run_coroutine_threadsafe(self._listening(options), self._loop).result()
        port = self._server.get_port()
        public = key.export_public_key().decode().strip()
        (ssh / "known_hosts").write_text(f"[127.0.0.1]:{port} {public}\n")
        (ssh / "config").write_text(f"Host one two\n  HostName 127.0.0.1\n  Port {port}\n")

    async def _listening(self, options: dict[str, Any]) -> Any:
        return await asyncssh.listen("127.0.0.1", 0, process_factory=self._run, **options)

    async def _run(self, asked: Any) -> None:
        process = await asyncio.create_subprocess_shell(
            asked.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self.pids.append(process.pid)
        self.commands.append(asked.command)
        await asked.redirect(process.stdin, process.stdout, process.stderr)
        await asked.stdout.drain()  # all that it has said
        await asked.stderr.drain()
        asked.exit(await process.wait())

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._server.close)
        for pid in filter(psutil.pid_exists, self.pids):
            psutil.Process(pid).kill()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hosts.txt").write_text("# two workers\none\ntwo\n")
    running = Host(tmp_path)
    yield running
    running.close()


@pytest.mark.thorough("Dask starts three processes on its hosts; who asks for them is tested without")
def test_pieces_are_done_on_the_hosts_of_a_file(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECTING", 600.0)
    monkeypatch.setattr(cluster, "GONE", 600.0)
    with Cluster("hosts.txt") as running:
        assert [running.submit(len, "abc").result() for _ in range(2)] == [3, 3]
        started = [pid for pid in host.pids if psutil.pid_exists(pid)]
        assert len(started) == 3  # a scheduler, and a worker for each
    assert end_soon(host.pids)
    assert f'"idle_timeout": "{cluster.ABANDONED}"' in " ".join(host.commands)
    assert f'"death_timeout": {cluster.GONE}' in " ".join(host.commands)


def no_python(monkeypatch: pytest.MonkeyPatch, _: Path) -> None:
    monkeypatch.setattr(sys, "executable", "/no/python")


def stranger(_: pytest.MonkeyPatch, home: Path) -> None:
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(home / ".ssh" / "id_ed25519")


def nobody(_: pytest.MonkeyPatch, home: Path) -> None:
    (home / "hosts.txt").write_text("host.invalid\n")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            no_python,
            "hosts.txt: a host cannot start its part of the cluster; each needs the same environment",
        ),
        (stranger, "the cluster hosts.txt cannot be reached: Cluster failed to start: Permission denied"),
        (nobody, "the cluster hosts.txt cannot be reached: Cluster failed to start: "),
    ],
)
def test_hosts_that_do_not_start_it_are_told(
    host: Host,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    wrong: Callable[[pytest.MonkeyPatch, Path], None],
    said: str,
) -> None:
    wrong(monkeypatch, tmp_path)
    with pytest.raises(InputError) as raised:
        Cluster("hosts.txt")
    assert str(raised.value).startswith(said)
    assert end_soon(host.pids)


def test_processes_on_hosts_end_if_nobody_asks_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def started(hosts: list[str], **options: Any) -> None:
        asked.append({"hosts": hosts, **options})
        raise OSError("no host")

    monkeypatch.setattr(pytest.importorskip("distributed"), "SSHCluster", started)
    (tmp_path / "hosts.txt").write_text("# two workers\none\ntwo\n")
    with pytest.raises(InputError, match="cannot be reached: no host"):
        Cluster(str(tmp_path / "hosts.txt"))
    (found,) = asked
    assert found["hosts"] == ["one", "one", "two"]  # the first has the scheduler, too
    assert found["scheduler_options"] == {"idle_timeout": cluster.ABANDONED}
    assert found["worker_options"] == {"death_timeout": cluster.GONE}
