"""An object store on loopback, as `s3://` finds it: real HTTP, and what moto keeps instead of Amazon."""

from __future__ import annotations

import json
from typing import Any

import pytest

BUCKET = "layers"

ONCE = {"config_kwargs": {"retries": {"max_attempts": 0}}}
"""How often it is tried: who has gone is not waited for."""


class ObjectStore:
    """A server that can be stopped, and started again at the same address with what it had."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        """The environment tells processes that are started later where it is."""
        pytest.importorskip("s3fs")
        patched.setenv("FSSPEC_S3", json.dumps(ONCE))
        patched.setitem(pytest.importorskip("fsspec.config").conf, "s3", ONCE)
        self._server = pytest.importorskip("moto.server")
        self._port = 0
        self.start()
        patched.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{self._port}")
        patched.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patched.setenv("AWS_ACCESS_KEY_ID", "ada")
        patched.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        self.bucket.create()

    def start(self) -> None:
        self._running = self._server.ThreadedMotoServer("127.0.0.1", self._port, verbose=False)
        self._running.start()
        _, self._port = self._running.get_host_and_port()

    def stop(self) -> None:
        self._running.stop()

    @property
    def bucket(self) -> Any:
        return pytest.importorskip("boto3").resource("s3").Bucket(BUCKET)

    def names(self) -> list[str]:
        """What is there now."""
        return [one.key for one in self.bucket.objects.all()]
