"""How failures of a connection and exceptions of the program end a call."""

from __future__ import annotations

import builtins
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import httpx2
import pytest
from scripted_socket import ScriptedSocket

import serai

KEY = "serai_sandbox_7Q2M_c4naryc4naryc4naryc4nary"
URL = "http://127.0.0.1:9"
BOOK: dict[str, Any] = {"quoteId": "quo_1", "clientReference": "REF-1", "holder": {}, "rooms": [], "expectedPrice": {}}


class SoftTimeLimitExceeded(Exception):
    """Task queues raise such an exception from a signal handler."""


class Raising:
    """Raises the same exception for every request."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.sent = 0

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.sent += 1
        raise self.error


def book_sync(handler: Any, **options: Any) -> None:
    http_client = httpx2.Client(transport=httpx2.MockTransport(handler))
    with serai.Serai(KEY, URL, http_client=http_client, **options) as client:
        client.bookings.create(**BOOK)


def book_async(handler: Any, **options: Any) -> None:
    async def book() -> None:
        http_client = httpx2.AsyncClient(transport=httpx2.MockTransport(handler))
        async with serai.AsyncSerai(KEY, URL, http_client=http_client, **options) as client:
            await client.bookings.create(**BOOK)

    anyio.run(book)


BOTH = pytest.mark.parametrize("book", [book_sync, book_async])


@BOTH
@pytest.mark.parametrize("error", [SoftTimeLimitExceeded(), builtins.TimeoutError("job"), RuntimeError("from a handler")])
def test_an_exception_of_the_program_ends_a_booking_without_sending_it_again(book: Any, error: Exception) -> None:
    handler = Raising(error)
    with pytest.raises(type(error)) as raised:
        book(handler, throttle=True)
    assert raised.value is error
    assert handler.sent == 1
    if sys.version_info >= (3, 11):
        assert "client reference REF-1 is unknown" in "".join(getattr(error, "__notes__", []))


@BOTH
@pytest.mark.parametrize(
    "error", [httpx2.ReadError("lost"), httpx2.InvalidURL("wrong"), httpx2.StreamClosed(), ConnectionResetError("reset")]
)
def test_a_failed_connection_is_retried(book: Any, error: Exception) -> None:
    handler = Raising(error)
    with pytest.raises(serai.ConnectionError) as raised:
        book(handler, max_retries=1)
    assert (handler.sent, raised.value.outcome) == (2, "unknown")


def test_a_client_that_was_closed_is_reported_as_a_connection_error() -> None:
    http_client = httpx2.Client(verify=False)
    client = serai.Serai(KEY, URL, http_client=http_client, max_retries=0)
    http_client.close()
    with pytest.raises(serai.ConnectionError, match="closed"):
        client.content.boards()


@BOTH
@pytest.mark.parametrize("error", [httpx2.ConnectTimeout("late"), httpx2.PoolTimeout("late")])
def test_a_connection_that_could_not_be_opened_in_time_is_a_timeout_and_nothing_was_sent(
    book: Any, error: Exception
) -> None:
    handler = Raising(error)
    with pytest.raises(serai.TimeoutError, match="could not open a connection") as raised:
        book(handler)
    assert (handler.sent, raised.value.outcome) == (1, "not-sent")


LIMITS = httpx2.Limits(max_connections=1)


def exhaust_sync(url: str, until_busy: Callable[[], bool]) -> None:
    with httpx2.Client(verify=False, limits=LIMITS) as http_client:
        client = serai.Serai(KEY, url, http_client=http_client, max_retries=0)

        def occupy() -> None:
            with pytest.raises(serai.ConnectionError):
                client.with_options(timeout=30).content.boards()

        thread = threading.Thread(target=occupy)
        thread.start()
        try:
            while not until_busy():
                time.sleep(0.01)
            client.with_options(timeout=0.1, max_retries=2).bookings.create(**BOOK)
        finally:
            CLOSE[url]()
            thread.join()


def exhaust_async(url: str, until_busy: Callable[[], bool]) -> None:
    async def occupy(client: serai.AsyncSerai) -> None:
        with pytest.raises(serai.ConnectionError):
            await client.with_options(timeout=30).content.boards()

    async def exhaust() -> None:
        async with httpx2.AsyncClient(verify=False, limits=LIMITS) as http_client:
            client = serai.AsyncSerai(KEY, url, http_client=http_client, max_retries=0)
            error: BaseException | None = None
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(occupy, client)
                while not until_busy():
                    await anyio.sleep(0.01)
                try:
                    await client.with_options(timeout=0.1, max_retries=2).bookings.create(**BOOK)
                except serai.SeraiError as raised:
                    error = raised
                await run_in_thread(CLOSE[url])
            # Raised here, because a task group would put it into an exception group.
            if error:
                raise error

    anyio.run(exhaust)


async def run_in_thread(work: Callable[[], None]) -> None:
    run: Callable[[Callable[[], None]], Awaitable[None]] = anyio.to_thread.run_sync
    await run(work)


# How to end the server with the given URL.
CLOSE: dict[str, Callable[[], None]] = {}


@pytest.mark.parametrize("exhaust", [exhaust_sync, exhaust_async])
def test_a_call_that_gets_no_connection_from_the_pool_in_time_was_not_sent_and_is_not_retried(exhaust: Any) -> None:
    server = ScriptedSocket([{"silent": True}])
    CLOSE[server.url] = server.close
    with pytest.raises(serai.TimeoutError) as raised:
        exhaust(server.url, lambda: server.sent == 1)
    assert (raised.value.outcome, server.sent) == ("not-sent", 1)
