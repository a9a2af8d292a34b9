"""Plays every case of the conformance table with the synchronous and the asynchronous client."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import anyio
import httpx2
import pytest
from decoded import difference
from scripted_socket import ScriptedSocket
from table import read_table
from test_values import mismatch

import serai
from serai._async import AsyncConnection
from serai._generated.operations import OPERATIONS
from serai._machine import Clock, Send, Sleep
from serai._sync import SyncConnection

KEY = "serai_sandbox_7Q2M_c4naryc4naryc4naryc4nary"
URL = "http://scripted.invalid"
CASES = read_table(URL)
CALLS = [case for case in CASES if "call" in case]
WEBHOOKS = [case for case in CASES if "call" not in case]


def name_of(case: dict[str, Any]) -> str:
    return f"{case['group']}: {case['name']}"


class VirtualClock(Clock):
    """Pauses pass at once. Deadlines of requests run on the real clock."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.time = instant(case.get("now", "2027-01-01T12:00:00Z")).timestamp()
        self.factor = float(case.get("random", 0))
        self.pauses: list[int] = []
        self.timeouts: list[int] = []

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time

    def random(self) -> float:
        return self.factor

    def pause(self, effect: Sleep) -> None:
        self.pauses.append(round(effect.seconds * 1000))
        end = self.time + effect.seconds
        self.time = end if effect.until is None else min(end, effect.until)


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def snake(name: str) -> str:
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()


def options_of(options: dict[str, Any]) -> dict[str, Any]:
    """The table states timeouts in milliseconds and has the names of the JSON interface."""
    named = {snake(name): value for name, value in options.items()}
    if "timeout_ms" in named:
        named["timeout"] = named.pop("timeout_ms") / 1000
    return named


def method_of(client: Any, call: dict[str, Any], with_response: bool) -> Callable[[], Any]:
    request = dict(call["request"])
    # Each mode of a cancellation has its own method.
    request.pop("mode", None)
    if "wait" in call:
        request["timeout"] = call["wait"]["timeoutMs"] / 1000
    if call.get("options"):
        chosen = options_of(call["options"])
        kind = serai.ConditionalOptions if "if_none_match" in chosen else serai.CallOptions
        request["options"] = kind(**chosen)
    resource, *path = call["method"].split(".")
    pages = path[-1] == "pages"
    at = getattr(client, resource)
    if with_response:
        at = at.with_response
    for name in path:
        at = getattr(at, "each" if pages and name == "pages" else snake(name))
    if call["method"] in DEPRECATED:
        return lambda: warned(at, request)
    return (lambda: at(**request).pages()) if pages else (lambda: at(**request))


DEPRECATED = ("hotels.prebooking", "hotels.availabilityPages", "bookings.each", "bookings.changes")


def warned(method: Any, request: dict[str, Any]) -> Any:
    with pytest.warns(DeprecationWarning, match="is deprecated. Use ") as warnings:
        result = method(**request)
    # The warning names the line of the caller, so that it can be found.
    assert [warning.filename for warning in warnings] == [__file__]
    return result


def run_sync(client: serai.Serai, call: dict[str, Any], with_response: bool) -> Any:
    result = method_of(client, call, with_response)()
    if not hasattr(result, "__iter__"):
        return result
    items = []
    for item in result:
        items.append(item)
        if len(items) == call.get("take"):
            break
    return items


async def run_async(client: serai.AsyncSerai, call: dict[str, Any], with_response: bool) -> Any:
    result = method_of(client, call, with_response)()
    if not hasattr(result, "__aiter__"):
        return await result
    items = []
    async for item in result:
        items.append(item)
        if len(items) == call.get("take"):
            break
    return items


class Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.fields: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.fields.append(record.serai)  # type: ignore[attr-defined]


class Player:
    def __init__(self, case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        self.server = ScriptedSocket(case["script"])
        self.case = json.loads(json.dumps(case).replace(URL, self.server.url))
        self.clock = VirtualClock(case)
        self.logged = Records()
        self.client: Any = None
        for name, value in self.case.get("env", {}).items():
            monkeypatch.setenv(name, value)
        if case.get("listening") is False:
            self.server.stop_listening()
        clock = self.clock

        def sleep(_: SyncConnection, effect: Sleep) -> None:
            clock.pause(effect)

        async def async_sleep(_: AsyncConnection, effect: Sleep) -> None:
            clock.pause(effect)

        for kind, shell in ((SyncConnection, sleep), (AsyncConnection, async_sleep)):
            monkeypatch.setattr(kind, "sleep", shell)
            monkeypatch.setattr(kind, "send", self.recording(kind.send))

    def recording(self, send: Any) -> Any:
        def recorded(connection: Any, effect: Send) -> Any:
            self.clock.timeouts.append(round(effect.timeout * 1000))
            return send(connection, effect)

        return recorded

    def create(self, kind: type, http: Any) -> Any:
        # Without TLS, because reading the certificates would take longer than most cases.
        options = options_of({"apiKey": KEY, "baseUrl": self.server.url, **self.case.get("client", {})})
        logger = logging.Logger("test", logging.WARNING)
        logger.addHandler(self.logged)
        self.client = kind(**options, logger=logger, http_client=http)
        self.client._core.clock = self.clock
        return self.client

    def calls(self) -> list[tuple[dict[str, Any], bool]]:
        """The calls, and whether their status and headers are needed. If not, the plain methods are played."""
        before = [(call, False) for call in self.case.get("before", [])]
        return [*before, (self.case["call"], "response" in self.case["expect"])]

    def play_sync(self) -> Any:
        with httpx2.Client(verify=False) as http, self.create(serai.Serai, http) as client:
            return [run_sync(client, *call) for call in self.calls()][-1]

    async def play_async(self) -> Any:
        async with httpx2.AsyncClient(verify=False) as http, self.create(serai.AsyncSerai, http) as client:
            return [await run_async(client, *call) for call in self.calls()][-1]

    def check(self, result: Any, error: BaseException | None) -> None:
        self.server.close()
        expected = self.case["expect"]
        if "raises" in expected:
            assert error is not None, "The call succeeded, but the table expects an error."
            check_error(error, expected["raises"])
        elif error is not None:
            raise error
        else:
            check_result(result, expected)
        self.check_requests(expected)
        if "pausesMs" in expected:
            assert self.clock.pauses == expected["pausesMs"]
        if "timeoutsMs" in expected:
            assert self.clock.timeouts == expected["timeoutsMs"]
        if "warnings" in expected:
            wanted = [{snake(name): value for name, value in each.items()} for each in expected["warnings"]]
            assert [
                {name: fields.get(name) for name in each} for fields, each in zip(self.logged.fields, wanted, strict=False)
            ] == wanted
            assert len(self.logged.fields) == len(wanted)
        if "rateLimit" in expected:
            check_rate_limit(self.client.rate_limit, expected["rateLimit"])

    def check_requests(self, expected: dict[str, Any]) -> None:
        received = self.server.received
        if "sent" in expected:
            assert self.server.sent == expected["sent"]
        path = OPERATIONS[self.case["call"]["operation"]].path
        if not self.case.get("client", {}).get("baseUrl"):
            assert {request["path"] for request in received} <= {path}
        if "sameBody" in expected:
            assert (len({request["text"] for request in received}) == 1) is expected["sameBody"]
        if "sameIdempotencyKey" in expected:
            keys = [request["headers"]["idempotency-key"] for request in received]
            assert (len(set(keys)) == 1) is expected["sameIdempotencyKey"]
        for request, wanted in zip(received, expected.get("requests", []), strict=False):
            if "path" in wanted:
                assert request["path"] == wanted["path"]
            if "body" in wanted:
                assert json.loads(request["text"]) == wanted["body"]
            for name, pattern in wanted.get("headers", {}).items():
                if pattern is None:
                    assert name not in request["headers"]
                else:
                    assert re.search(pattern, request["headers"][name])


def wire(value: Any) -> Any:
    if isinstance(value, serai.BookingChanges):
        return {**value.answer.to_dict(), "cursor": value.cursor}
    if isinstance(value, list):
        return [wire(item) for item in value]
    if isinstance(value, serai.NotModified):
        return {"notModified": True, "etag": value.etag}
    return value.to_dict() if hasattr(value, "to_dict") else value


def check_result(result: Any, expected: dict[str, Any]) -> None:
    assert isinstance(result, serai.Response) is ("response" in expected)
    data = result.data if isinstance(result, serai.Response) else result
    if "returns" in expected:
        assert difference(data, expected["returns"]) is None
        assert_contains(wire(data), expected["returns"])
    if "exactly" in expected:
        if not isinstance(data, serai.NotModified):
            assert difference(data, expected["exactly"], exact=True) is None
            assert mismatch(data, type(data), "") is None
        assert wire(data) == expected["exactly"]
    if "response" in expected:
        for name, value in expected["response"].items():
            assert getattr(result, snake(name)) == value


def assert_contains(actual: Any, expected: Any) -> None:
    if isinstance(expected, dict):
        for name, value in expected.items():
            assert name in actual
            assert_contains(actual[name], value)
    elif isinstance(expected, list):
        assert len(actual) == len(expected)
        for one, other in zip(actual, expected, strict=False):
            assert_contains(one, other)
    else:
        assert actual == expected


def check_error(error: BaseException | None, raises: dict[str, Any]) -> None:
    if not isinstance(error, serai.SeraiError):
        raise AssertionError(f"Not an error of the package: {error!r}") from error
    for name, value in raises.items():
        if name == "class":
            assert type(error).__name__ == value, error
        elif name == "message":
            assert value in str(error)
        elif name == "cause":
            check_error(error.__cause__, value)
        elif name == "timeoutMs":
            assert getattr(error, "timeout") * 1000 == pytest.approx(value)  # noqa: B009
        else:
            assert difference(getattr(error, snake(name)), value, exact=True) is None
    assert KEY not in f"{error!r} {error.__dict__!r} {error.__context__!r}"


def check_rate_limit(state: serai.RateLimitState | None, expected: dict[str, Any] | None) -> None:
    if expected is None:
        assert state is None
        return
    for name, window in expected.items():
        actual = getattr(state, name)
        if window is None:
            assert actual is None
        else:
            assert {key: getattr(actual, snake(key)) for key in window} == window


@pytest.mark.parametrize("case", CALLS, ids=name_of)
def test_sync(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(case, monkeypatch)
    result, error = None, None
    try:
        result = player.play_sync()
    except Exception as raised:
        error = raised
    player.check(result, error)


def backends() -> Iterator[tuple[dict[str, Any], str]]:
    """Cases with several requests are played by both backends. The backends take turns at the others."""
    for i, case in enumerate(CALLS):
        both = case["group"] in ("limits", "outcomes", "paging", "settling")
        for backend in ("asyncio", "trio") if both else (("asyncio", "trio")[i % 2],):
            yield case, backend


@pytest.mark.parametrize(
    ("case", "backend"), [pytest.param(case, each, id=f"{name_of(case)} ({each})") for case, each in backends()]
)
def test_async(case: dict[str, Any], backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(case, monkeypatch)
    result, error = None, None
    try:
        result = anyio.run(player.play_async, backend=backend)
    except Exception as raised:
        error = raised
    player.check(result, error)


@pytest.mark.parametrize("case", WEBHOOKS, ids=name_of)
def test_webhooks(case: dict[str, Any]) -> None:
    expected = case["expect"]

    def play() -> serai.webhooks.Event:
        if "sign" in case:
            at = instant(case["sign"]["timestamp"])
            signed = serai.webhooks.sign(case["sign"]["event"], case["sign"]["secrets"], timestamp=at)
            assert_contains(signed.headers, expected.get("headers", {}))
            return serai.webhooks.unwrap(signed.body, signed.headers, case["sign"]["secrets"], now=at)
        given = case["unwrap"]
        body = given["body"].encode() if isinstance(given["body"], str) else given["body"]
        return serai.webhooks.unwrap(body, given["headers"], given["secrets"], now=instant(given["now"]))

    if "raises" not in expected:
        event = play()
        assert difference(event, expected["event"], exact=True) is None
        assert event.to_dict() == expected["event"]
        return
    with pytest.raises(serai.WebhookError) as raised:
        play()
    check_error(raised.value, expected["raises"])


def test_every_case_is_played() -> None:
    assert len(CALLS) + len(WEBHOOKS) == len(CASES) > 200
