"""Drives the call machine under asyncio or trio."""

from __future__ import annotations

import asyncio
import threading
import time
import weakref
from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import anyio.lowlevel
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

# httpx2 ends each step at the deadline of the attempt and reports which step it was. What it does not end is cancelled
# this many seconds later.
GRACE = 0.1


def current_loop() -> object:
    return anyio.lowlevel.current_token().native_token


def is_closed(loop: object) -> bool:
    return isinstance(loop, asyncio.AbstractEventLoop) and loop.is_closed()


class AsyncPool:
    """The connections of one or more clients. A connection works only in the event loop that opened it."""

    def __init__(self, given: httpx2.AsyncClient | None) -> None:
        check_client(given, httpx2.AsyncClient)
        self._given = given
        self.forget()
        forget_after_fork(self)

    def forget(self) -> None:
        self._own: weakref.WeakKeyDictionary[object, httpx2.AsyncClient] = weakref.WeakKeyDictionary()
        # Event loops in several threads may share a client.
        self._lock = threading.Lock()

    def client(self) -> httpx2.AsyncClient:
        if self._given is not None:
            return self._given
        loop = current_loop()
        with self._lock:
            own = self._own.get(loop)
            known = list(self._own)
        if own is None:
            ended = [each for each in known if is_closed(each)]
            own = httpx2.AsyncClient(http2=False, limits=LIMITS)
            with self._lock:
                self._own[loop] = own
                for each in ended:
                    self._own.pop(each, None)
        return own

    async def close(self) -> None:
        """Closes the connections of this event loop, except those of a client that the caller passed."""
        with self._lock:
            own = self._own.pop(current_loop(), None)
        if own is not None:
            await own.aclose()


class AsyncConnection:
    def __init__(self, core: Core, pool: AsyncPool) -> None:
        self.core = core
        self.pool = pool

    async def call(
        self,
        operation: str,
        answer: type[M],
        request: Mapping[str, Any],
        options: CallOptions | ConditionalOptions | None = None,
        *,
        writes: bool = False,
    ) -> Response[M]:
        return await self.drive(
            run_call(self.core, prepare_call(self.core, operation, request, options, writes), answer)
        )

    async def drive(self, machine: Generator[Effect, Any, T]) -> T:
        result: Any = None
        try:
            while True:
                effect = machine.send(result)
                try:
                    result = await self._perform(effect)
                except BaseException as error:
                    machine.throw(error)
                    raise
        except StopIteration as done:
            value: T = done.value
            return value

    async def _perform(self, effect: Effect) -> Attempt | None:
        if isinstance(effect, Sleep):
            await self.sleep(effect)
            return None
        return await self.send(effect)

    async def sleep(self, effect: Sleep) -> None:
        await anyio.sleep(effect.time_left(self.core.clock.monotonic()))

    async def send(self, effect: Send) -> Attempt:
        key = self.core.settings.api_key
        # Reading the trusted certificates takes time that does not belong to the attempt.
        client = self.pool.client()
        try:
            with anyio.move_on_after(effect.timeout + GRACE) as scope:
                async with client.stream(
                    "POST",
                    effect.url,
                    content=effect.body,
                    headers=effect.headers,
                    auth=key,
                    extensions={"timeout": TimeLeft(time.monotonic() + effect.timeout)},
                    follow_redirects=False,
                ) as response:
                    scope.deadline -= GRACE
                    return raw_response(response, await response.aread())
            return TimedOut("unknown")
        except Exception as error:
            if not is_failure(error, client):
                raise
            return attempt_of(error, key)
