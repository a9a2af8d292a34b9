"""What the Python SDK sends, and what it refuses to send."""

from __future__ import annotations

import json
import logging
from typing import Any

import anyio
import httpx2
import pytest

import serai
from serai._limits import MAX_NUMBER
from serai._machine import Clock, Sleep
from serai._options import MAX_TIMEOUT
from serai._response import retry_after_of
from serai._sync import SyncConnection

KEY = "serai_sandbox_7Q2M_c4naryc4naryc4naryc4nary"
URL = "http://127.0.0.1:9"


class Recorder:
    """Accepts every request and keeps its body."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.bodies.append(json.loads(request.content))
        return httpx2.Response(200, json={})


@pytest.mark.parametrize("with_response", [False, True])
@pytest.mark.parametrize(
    ("method", "mode", "advice"), [("cancel", "QUOTE", "Use quote_cancellation"), ("quote_cancellation", "COMMIT", "Use cancel")]
)
def test_a_cancellation_is_refused_if_the_mode_of_the_other_method_is_passed(
    method: str, mode: str, advice: str, with_response: bool
) -> None:
    sent = Recorder()

    def call(bookings: Any, **request: Any) -> Any:
        return getattr(bookings.with_response if with_response else bookings, method)(bookingId="bkg_1", **request)

    async def call_async() -> None:
        http_client = httpx2.AsyncClient(transport=httpx2.MockTransport(sent))
        async with serai.AsyncSerai(KEY, URL, http_client=http_client) as client:
            await call(client.bookings, mode=mode)

    with serai.Serai(KEY, URL, http_client=httpx2.Client(transport=httpx2.MockTransport(sent))) as client:
        with pytest.raises(TypeError, match=advice):
            call(client.bookings, mode=mode)
        with pytest.raises(TypeError, match=advice):
            anyio.run(call_async)
        assert sent.bodies == []
        own = "COMMIT" if method == "cancel" else "QUOTE"
        call(client.bookings, mode=own)
        call(client.bookings, mode=None)
        assert sent.bodies == [{"bookingId": "bkg_1", "mode": own}] * 2


@pytest.mark.parametrize("digits", [400, 5000])
def test_headers_with_very_long_numbers_are_treated_as_large_numbers(digits: int) -> None:
    number = "9" * digits
    headers = {
        "retry-after": number,
        "ratelimit": f'"minute";r=0;t={number}',
        "ratelimit-policy": f'"minute";q={number};w={number}',
    }
    body = {"error": {"code": "RATE_LIMIT_EXCEEDED", "message": "Wait."}}
    transport = httpx2.MockTransport(lambda _: httpx2.Response(429, headers=headers, json=body))
    with serai.Serai(KEY, URL, http_client=httpx2.Client(transport=transport)) as client:
        with pytest.raises(serai.RateLimitError) as raised:
            client.content.boards()
        assert raised.value.retry_after == MAX_NUMBER
        assert client.rate_limit and client.rate_limit.minute
        assert client.rate_limit.minute.retry_after == MAX_NUMBER


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1.2, 5", 2),
        ("0.0", 0),
        (f"0.{'3' * 400}", 1),
        ("Fri, 99999999999999999999 Jan 2027 12:00:00 GMT", None),
        ("Fri, 01 Jan 99999999999999999999 12:00:00 GMT", None),
        ("soon", None),
    ],
)
def test_an_unusual_retry_after_raises_no_error(text: str, seconds: int | None) -> None:
    assert retry_after_of({"retry-after": text}, 0) == seconds


def test_a_very_long_pause_is_shortened_to_what_the_operating_system_accepts() -> None:
    assert Sleep(1e15).time_left(0) == MAX_TIMEOUT
    assert Sleep(1e15, until=5).time_left(2) == 3
    assert Sleep(1, until=5).time_left(7) == 0


def test_a_long_series_of_retries_does_not_overflow(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(SyncConnection, "sleep", lambda _, effect: pauses.append(effect.seconds))

    def fail(_: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("refused")

    http_client = httpx2.Client(transport=httpx2.MockTransport(fail))
    logger = logging.Logger("silent", logging.CRITICAL)
    with serai.Serai(KEY, URL, http_client=http_client, logger=logger, max_retries=1100) as client:
        with pytest.raises(serai.ConnectionError):
            client.content.boards()
    assert len(pauses) == 1100
    assert max(pauses) <= 8


def test_clients_with_other_options_share_the_rate_limit_state() -> None:
    headers = {"ratelimit": '"day";r=7'}
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, headers=headers, json={"boards": []}))
    with serai.Serai(KEY, URL, http_client=httpx2.Client(transport=transport)) as client:
        other = client.with_options(timeout=3)
        other.content.boards()
        assert client.rate_limit is other.rate_limit
        assert client.rate_limit and client.rate_limit.day
        assert client.rate_limit.day.remaining == 7


@pytest.mark.parametrize(
    ("given", "url"),
    [
        (" https://hotels.example.com/api/ ", "https://hotels.example.com/api"),
        ("http://[::1]:8080", "http://[::1]:8080"),
        ("http://127.0.0.1:65535/", "http://127.0.0.1:65535"),
        ("https://hôtels.example.com", "https://hôtels.example.com"),
    ],
)
def test_a_valid_base_url_is_accepted(given: str, url: str) -> None:
    assert serai.Serai(KEY, given).base_url == url


class Stepping(Clock):
    """A clock that stands still between pauses."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def now(self) -> float:
        return self.at

    def monotonic(self) -> float:
        return self.at

    def pause(self, effect: Sleep) -> None:
        self.at += effect.time_left(self.at)
        assert self.at < 1_800_000_060, "The wait did not end."


@pytest.mark.parametrize("state", ['"minute";r=0;t=30', '"minute";r=1'])
def test_a_wait_for_a_booking_ends_in_time_although_the_throttle_delays_the_next_read(
    state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Stepping()
    monkeypatch.setattr(SyncConnection, "sleep", lambda _, effect: clock.pause(effect))
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, headers={"ratelimit": state}, json={"boards": []}))
    with serai.Serai(KEY, URL, http_client=httpx2.Client(transport=transport), throttle=True) as client:
        client._core.clock = clock
        client.content.boards()
        throttle = client._core.throttle
        assert throttle
        # A request of another thread is in flight.
        assert state.endswith("t=30") or throttle.enter(clock.now(), 60) is None
        with pytest.raises(serai.TimeoutError, match="could not be read after 5 seconds"):
            client.bookings.wait_until_settled(bookingId="bkg_1", timeout=5)
    assert clock.at - 1_800_000_000 == pytest.approx(5)
