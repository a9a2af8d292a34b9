"""What only the Python SDK promises: values, errors, keys, processes, cancellation and webhooks of other libraries."""

from __future__ import annotations

import asyncio
import builtins
import json
import os
import pickle
import sys
import traceback
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import httpx2
import pytest
from scripted_socket import ScriptedSocket
from standardwebhooks.webhooks import Webhook
from table import RECORDED

import serai
from serai._model import decode, encode
from serai._generated import types

KEY = "serai_sandbox_7Q2M_c4naryc4naryc4naryc4nary"
SECRET = "whsec_QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="
PING: dict[str, Any] = {"id": "evt_1", "type": "webhook.ping", "data": {"endpointId": "whk_1", "message": "Grüße"}}


def booking() -> types.Booking:
    recorded = json.loads((RECORDED / "booking.json").read_text())[0]["answer"]
    return decode(types.BookingAnswer, recorded).booking


def test_money_is_exact_and_refuses_floats() -> None:
    assert serai.Money("10.500", "KWD").to_dict() == {"amount": "10.500", "currency": "KWD"}  # type: ignore[arg-type]
    assert serai.Money(Decimal("1.10"), "EUR") == serai.Money(Decimal("1.1"), "EUR")
    with pytest.raises(TypeError, match="must be exact"):
        serai.Money(10.5, "EUR")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be exact"):
        encode({"expectedPrice": {"amount": 10.5, "currency": "EUR"}})


def test_responses_have_python_values_and_cannot_be_changed() -> None:
    read = booking()
    assert isinstance(read.price.net.amount, Decimal)
    assert read.created_at.utcoffset() == timedelta(0)
    assert isinstance(read.check_in, date) and not isinstance(read.check_in, datetime)
    with pytest.raises(AttributeError):
        read.status = "CANCELLED"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(read)) == read


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
    client = serai.Serai(KEY, "http://127.0.0.1:9", max_retries=0)
    assert "c4nary" not in repr(client) + repr(client._core.settings)
    with pytest.raises(TypeError):
        pickle.dumps(client)
    try:
        client.content.boards()
    except serai.ConnectionError as error:
        shown = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
        assert "c4nary" not in shown


def test_options_can_be_changed_over_the_same_connections() -> None:
    with serai.Serai(KEY, "http://127.0.0.1:9") as client:
        other = client.with_options(timeout=3, max_retries=0)
        assert (other._core.settings.timeout, other._core.settings.max_retries) == (3, 0)
        assert client._core.settings.max_retries == 2
        assert other._connection.pool is client._connection.pool


@pytest.mark.skipif(not hasattr(os, "fork"), reason="This system has no fork.")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_opens_its_own_connections() -> None:
    with serai.Serai(KEY, "http://127.0.0.1:9") as client:
        pool = client._connection.pool
        parent = pool.client()
        child = os.fork()
        if child == 0:
            os._exit(0 if pool.client() is not parent else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert pool.client() is parent


BOOK: dict[str, Any] = {
    "quoteId": "quo_1",
    "clientReference": "REF-1",
    "holder": {"firstName": "Ada", "lastName": "Moreno"},
    "rooms": [],
    "expectedPrice": {"amount": "10.00", "currency": "EUR"},
}


def test_the_cancellation_of_a_task_passes_through_with_a_note() -> None:
    server = ScriptedSocket([{"silent": True}])

    async def cancel() -> BaseException | None:
        async with serai.AsyncSerai(KEY, server.url, http_client=httpx2.AsyncClient(verify=False)) as client:
            task = asyncio.ensure_future(client.bookings.create(**BOOK))
            while server.sent == 0:
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
        assert any("REF-1 is unknown" in note for note in stopped.__notes__)


def test_the_reference_implementation_accepts_our_signatures_and_we_accept_its() -> None:
    signed = serai.webhooks.sign(PING, [SECRET])
    Webhook(SECRET).verify(signed.body, signed.headers)
    at = datetime.now(timezone.utc)
    body = json.dumps(PING)
    headers = {
        "webhook-id": "evt_1",
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(SECRET).sign("evt_1", at, body),
    }
    event = serai.webhooks.unwrap(body.encode(), headers, SECRET)
    assert event.type == "webhook.ping"
    assert isinstance(event, types.WebhookPingEvent)
    assert event.data.message == "Grüße"


def test_text_is_refused_with_the_way_to_get_bytes() -> None:
    with pytest.raises(serai.WebhookError, match=r"request\.body[\s\S]*get_data[\s\S]*await request\.body") as raised:
        serai.webhooks.unwrap("{}", {}, SECRET)  # type: ignore[arg-type]
    assert raised.value.reason == "PARSED_BODY"
