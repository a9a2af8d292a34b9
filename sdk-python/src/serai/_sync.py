"""Drives the call machine with blocking input and output."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import httpx2

from ._fork import forget_after_fork
from ._machine import Core, Send, Sleep, TimedOut, prepare_call, run_call
from ._model import Model
from ._options import CallOptions, ConditionalOptions
from ._response import Response
from ._transport import LIMITS, TimeLeft, attempt_of, check_client, is_failure, raw_response

if TYPE_CHECKING:
    from ._machine import Attempt, Effect

M = TypeVar("M", bound=Model)
T = TypeVar("T")


class SyncPool:
    """The connections of one or more clients."""

    def __init__(self, given: httpx2.Client | None) -> None:
        check_client(given, httpx2.Client)
        self._given = given
        self.forget()
        forget_after_fork(self)

    def forget(self) -> None:
        self._own: httpx2.Client | None = None
        self._lock = threading.Lock()

    def client(self) -> httpx2.Client:
        if self._given is not None:
            return self._given
        with self._lock:
            if self._own is None:
                self._own = httpx2.Client(http2=False, limits=LIMITS)
            return self._own

    def close(self) -> None:
        """Closes the connections, except those of a client that the caller passed."""
        with self._lock:
            own, self._own = self._own, None
        if own is not None:
            own.close()


class SyncConnection:
    def __init__(self, core: Core, pool: SyncPool) -> None:
        self.core = core
        self.pool = pool

    def call(
        self,
        operation: str,
        answer: type[M],
        request: Mapping[str, Any],
        options: CallOptions | ConditionalOptions | None = None,
        *,
        writes: bool = False,
    ) -> Response[M]:
        return self.drive(
            run_call(self.core, prepare_call(self.core, operation, request, options, writes), answer)
        )

    def drive(self, machine: Generator[Effect, Any, T]) -> T:
        result: Any = None
        try:
            while True:
                effect = machine.send(result)
                try:
                    result = self._perform(effect)
                except BaseException as error:
                    machine.throw(error)
                    raise
        except StopIteration as done:
            value: T = done.value
            return value

    def _perform(self, effect: Effect) -> Attempt | None:
        if isinstance(effect, Sleep):
            self.sleep(effect)
            return None
        return self.send(effect)

    def sleep(self, effect: Sleep) -> None:
        time.sleep(effect.time_left(self.core.clock.monotonic()))

    def send(self, effect: Send) -> Attempt:
        """The timeouts of httpx2 apply to each read, so the deadline is also checked after each part of the body."""
        # Reading the trusted certificates takes time that does not belong to the attempt.
        client = self.pool.client()
        deadline = time.monotonic() + effect.timeout
        key = self.core.settings.api_key
        try:
            with client.stream(
                "POST",
                effect.url,
                content=effect.body,
                headers=effect.headers,
                auth=key,
                extensions={"timeout": TimeLeft(deadline)},
                follow_redirects=False,
            ) as response:
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    if time.monotonic() > deadline:
                        return TimedOut("unknown")
                return raw_response(response, bytes(body))
        except Exception as error:
            if not is_failure(error, client):
                raise
            return attempt_of(error, key)
