"""What only the Python SDK promises: values, errors, keys, processes and cancellation."""

from __future__ import annotations

import asyncio
import builtins
import copy
import dataclasses
import gc
import http.server
import json
import logging
import math
import os
import pickle
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import httpx2
import pytest
from scripted_socket import ScriptedSocket
from table import RECORDED

import serai
from serai._async import AsyncPool, is_closed
from serai._generated import types
from serai._limits import Throttle, read_rate_limit
from serai._machine import Clock
from serai._model import decode, encode
from serai._sync import SyncPool
from serai._transport import TimeLeft

KEY = "serai_sandbox_7Q2M_c4naryc4naryc4naryc4nary"
URL = "http://127.0.0.1:9"


def booking() -> types.Booking:
    recorded = json.loads((RECORDED / "booking.json").read_text())[0]["answer"]
    return decode(types.BookingResponse, recorded).booking


def test_the_import_loads_neither_httpx2_nor_the_types() -> None:
    program = "import sys; from serai import AsyncSerai, Serai, webhooks; print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    loaded = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout.split()
    assert "serai" in loaded
    assert not {"httpx2", "anyio", "serai._generated.types"}.intersection(loaded)


def test_money_is_exact_and_refuses_floats() -> None:
    assert serai.Money("10.500", "KWD").to_dict() == {"amount": "10.500", "currency": "KWD"}
    assert serai.Money(Decimal("1.10"), "EUR") == serai.Money(Decimal("1.1"), "EUR")
    with pytest.raises(TypeError, match="must be exact"):
        serai.Money(10.5, "EUR")  # type: ignore[arg-type]
    for wrong in ("NaN", "Infinity", "ten"):
        with pytest.raises(ValueError, match="is not an amount"):
            serai.Money(wrong, "EUR")
    with pytest.raises(TypeError, match="must be exact"):
        encode({"expectedPrice": {"amount": 10.5, "currency": "EUR"}})


def test_responses_have_python_values_and_cannot_be_changed() -> None:
    read = booking()
    assert isinstance(read.price.net.amount, Decimal)
    assert read.created_at.utcoffset() == timedelta(0)
    assert isinstance(read.check_in, date) and not isinstance(read.check_in, datetime)
    with pytest.raises(AttributeError):
        read.status = "CANCELLED"  # type: ignore[misc]


@pytest.mark.parametrize("copied", [lambda each: pickle.loads(pickle.dumps(each)), copy.copy, copy.deepcopy])
def test_a_copy_of_a_response_keeps_what_the_service_sent(copied: Callable[[Any], Any]) -> None:
    sent = {"code": "RO", "name": "Room only", "seenAt": "2027-01-01T12:00:00.120Z"}
    board = decode(types.BoardsBoard, sent)
    assert copied(board) == board
    assert copied(board).to_dict() == sent
    changed = dataclasses.replace(booking(), status="CANCELLED")
    assert copied(changed) == changed
    assert copied(changed).to_dict()["status"] == "CANCELLED"


def test_requests_accept_dates_decimals_and_responses() -> None:
    at = datetime(2027, 3, 12, 9, 30, tzinfo=timezone(timedelta(hours=2)))
    request = {"day": date(2027, 3, 12), "at": at, "amount": Decimal("1.50"), "price": booking().price.net, "no": None}
    encoded = encode(request)
    assert encoded["day"] == "2027-03-12"
    assert encoded["at"] == "2027-03-12T07:30:00Z"
    assert encoded["amount"] == "1.50"
    assert encoded["price"] == booking().price.net.to_dict()
    assert "no" not in encoded
    with pytest.raises(ValueError, match="time zone"):
        encode({"at": datetime(2027, 3, 12)})


def test_errors_are_builtin_errors_too_and_survive_pickling() -> None:
    lost = serai.ConnectionError("lost", outcome="unknown")
    assert isinstance(lost, builtins.ConnectionError)
    assert isinstance(serai.TimeoutError("late", outcome="unknown", timeout=1), builtins.TimeoutError)
    copied = pickle.loads(pickle.dumps(lost))
    assert (type(copied), str(copied), copied.outcome) == (serai.ConnectionError, "lost", "unknown")
    late = pickle.loads(pickle.dumps(serai.RateLimitError("wait", status=429, code="X", retry_after=3)))
    assert (type(late), late.retry_after) == (serai.RateLimitError, 3)


def test_the_key_is_not_shown() -> None:
    client = serai.Serai(KEY, URL, max_retries=0)
    assert "c4nary" not in repr(client) + repr(client._core.settings)
    with pytest.raises(TypeError):
        pickle.dumps(client)
    try:
        client.content.boards()
    except serai.ConnectionError as error:
        shown = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
        assert "c4nary" not in shown


def test_options_can_be_changed_over_the_same_connections() -> None:
    with serai.Serai(KEY, URL) as client:
        other = client.with_options(timeout=3, max_retries=0)
        assert (other._core.settings.timeout, other._core.settings.max_retries) == (3, 0)
        assert client._core.settings.max_retries == 2
        assert other._connection.pool is client._connection.pool


@pytest.mark.skipif(not hasattr(os, "fork"), reason="This system has no fork.")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_opens_its_own_connections() -> None:
    with serai.Serai(KEY, URL) as client:
        pool = client._connection.pool
        parent = pool.client()
        child = os.fork()
        if child == 0:
            os._exit(0 if pool.client() is not parent else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert pool.client() is parent


@pytest.mark.skipif(not hasattr(os, "fork"), reason="This system has no fork.")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_has_new_locks_before_any_thread_can_use_them() -> None:
    throttle, pool, loops = Throttle(), SyncPool(None), AsyncPool(None)
    every: list[Any] = [throttle, pool, loops]
    for each in every:
        each._lock.acquire()
    child = os.fork()
    if child == 0:
        os._exit(1 if any(each._lock.locked() for each in every) else 0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.usefixtures("unclosed")
def test_event_loops_in_several_threads_may_start_to_use_a_client_at_the_same_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = AsyncPool(None)

    async def use() -> None:
        pool.client()

    def check(loop: object) -> bool:
        monkeypatch.setattr("serai._async.is_closed", is_closed)
        thread = threading.Thread(target=lambda: asyncio.run(use()))
        thread.start()
        thread.join()
        return is_closed(loop)

    first, second = asyncio.new_event_loop(), asyncio.new_event_loop()
    try:
        first.run_until_complete(use())
        monkeypatch.setattr("serai._async.is_closed", check)
        second.run_until_complete(use())
        assert {first, second} <= set(pool._own)
    finally:
        first.close()
        second.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="This system has no fork.")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_does_not_wait_for_the_requests_of_its_parent() -> None:
    throttle = Throttle()
    throttle.enter(0, 60)
    throttle.leave(read_rate_limit({"ratelimit": '"day";r=1'}, 0))
    assert throttle.enter(0, 60) is None
    assert throttle.enter(0, 60) == math.inf
    child = os.fork()
    if child == 0:
        os._exit(0 if throttle.enter(0, 60) is None else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_each_step_of_an_attempt_gets_the_time_that_is_left() -> None:
    seen: list[float] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        left = request.extensions["timeout"]
        seen.append(left["connect"])
        time.sleep(0.02)
        seen.append(left.get("read"))
        return httpx2.Response(200, json={"boards": []})

    http_client = httpx2.Client(transport=httpx2.MockTransport(answer))
    with serai.Serai(KEY, URL, http_client=http_client, timeout=10) as client:
        client.content.boards()
        client.with_options(timeout=math.inf).content.boards()
    connect, read, unlimited, _ = seen
    assert 0 < read <= connect - 0.02 < 10
    assert unlimited > 1_000_000
    assert set(TimeLeft(time.monotonic() - 1).values()) == {0.001}


BOOK: dict[str, Any] = {
    "quoteId": "quo_1",
    "clientReference": "REF-1",
    "holder": {"firstName": "Ada", "lastName": "Moreno"},
    "rooms": [],
    "expectedPrice": {"amount": "10.00", "currency": "EUR"},
}


LIMITED = {
    "status": 429,
    "headers": {"retry-after": "30"},
    "body": {"error": {"code": "RATE_LIMIT_EXCEEDED", "message": "Wait."}},
}


@pytest.mark.parametrize(
    ("steps", "unknown"),
    [([{"silent": True}], True), ([LIMITED], False), ([{"hangUp": "after-request"}, LIMITED], True)],
)
def test_the_cancellation_of_a_task_passes_through_with_a_note_if_the_outcome_is_unknown(
    steps: list[dict[str, Any]], unknown: bool
) -> None:
    server = ScriptedSocket(steps)
    logged = asyncio.Event()

    class Waiting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if "30000 ms" in record.getMessage():
                logged.set()

    logger = logging.Logger("test")
    logger.addHandler(Waiting())

    async def cancel() -> BaseException | None:
        async with serai.AsyncSerai(
            KEY, server.url, logger=logger, http_client=httpx2.AsyncClient(verify=False)
        ) as client:
            client._core.clock = NoJitter()
            task = asyncio.ensure_future(client.bookings.create(**BOOK))
            if steps[-1] is LIMITED:
                await logged.wait()
            while server.sent < len(steps):
                await asyncio.sleep(0.01)
            task.cancel()
            try:
                await task
            except asyncio.CancelledError as stopped:
                return stopped
        return None

    stopped = asyncio.run(cancel())
    server.close()
    assert isinstance(stopped, asyncio.CancelledError)
    if sys.version_info >= (3, 11):
        notes = getattr(stopped, "__notes__", [])
        assert [note.startswith("The outcome of booking with the client reference REF-1") for note in notes] == (
            [True] if unknown else []
        )


class NoJitter(Clock):
    def random(self) -> float:
        return 0


class KeepAlive(http.server.BaseHTTPRequestHandler):
    """Counts connections. A client that reuses them opens few."""

    protocol_version = "HTTP/1.1"
    connections: list[object] = []

    def setup(self) -> None:
        super().setup()
        self.connections.append(self)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        body = b'{"boards": []}'
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def keep_alive() -> Iterator[str]:
    KeepAlive.connections.clear()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), KeepAlive) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_connections_are_reused(keep_alive: str) -> None:
    with serai.Serai(KEY, keep_alive) as client:
        for _ in range(3):
            client.with_options(timeout=5).content.boards()
    assert len(KeepAlive.connections) == 1


def test_threads_share_a_client(keep_alive: str) -> None:
    with serai.Serai(KEY, keep_alive) as client, ThreadPoolExecutor(8) as threads:
        pools = set(threads.map(lambda _: id(client._connection.pool.client()), range(64)))
        answers = list(threads.map(lambda _: client.content.boards(), range(64)))
    assert len(pools) == 1
    assert [answer.boards for answer in answers] == [[]] * 64
    assert len(KeepAlive.connections) <= 8


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.usefixtures("unclosed")
def test_event_loops_share_an_asynchronous_client(keep_alive: str) -> None:
    client = serai.AsyncSerai(KEY, keep_alive, max_retries=0)

    async def read() -> int:
        await asyncio.gather(client.content.boards(), client.content.boards())
        return len((await client.content.boards()).boards)

    assert [asyncio.run(read()), asyncio.run(read())] == [0, 0]
    assert len(KeepAlive.connections) <= 4


@pytest.fixture
def unclosed() -> Iterator[None]:
    """Python warns when it closes the connections of a loop that has ended."""
    yield
    gc.collect()


def test_an_http_client_of_another_kind_is_refused() -> None:
    with pytest.raises(serai.SeraiError, match=r"must be an httpx2\.Client, not httpx2\.AsyncClient"):
        serai.Serai(KEY, URL, http_client=httpx2.AsyncClient(verify=False))  # type: ignore[arg-type]
    closed = httpx2.Client(verify=False)
    closed.close()
    with pytest.raises(serai.SeraiError, match="is closed"):
        serai.Serai(KEY, URL, http_client=closed)


def test_the_text_of_an_error_identifies_it() -> None:
    error = serai.ConflictError("The quote was booked.", status=409, code="QUOTE_ALREADY_USED", request_id="req_1")
    assert str(error) == "QUOTE_ALREADY_USED (409, request req_1): The quote was booked."
    assert error.message == "The quote was booked."
    assert pickle.loads(pickle.dumps(error)).message == "The quote was booked."


def test_a_service_can_be_replaced_in_tests() -> None:
    transport = httpx2.MockTransport(lambda request: httpx2.Response(200, json={"boards": [{"code": "RO", "new": 1}]}))
    with serai.Serai(KEY, URL, http_client=httpx2.Client(transport=transport)) as client:
        board = client.content.boards().boards[0]
    assert (board.code, board.extra) == ("RO", {"new": 1})
