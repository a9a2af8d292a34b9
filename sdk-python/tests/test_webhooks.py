"""What `unwrap` accepts from frameworks, and how it refuses data that a sender controls."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

import serai

SECRET = "whsec_QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="
SIGNED = serai.webhooks.sign({"id": "evt_1", "type": "webhook.ping", "data": {}}, SECRET)


class FlaskHeaders:
    """The headers of Flask have `items`, but they are not a Mapping."""

    def items(self) -> Iterator[tuple[str, str]]:
        yield from ((name.title(), value) for name, value in SIGNED.headers.items())


@pytest.mark.parametrize(
    "headers",
    [
        SIGNED.headers,
        FlaskHeaders(),
        {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in SIGNED.headers.items()},
        {name.encode(): value.encode() for name, value in SIGNED.headers.items()},
        {**SIGNED.headers, "x-other": ["a", "b"], "x-broken": "\udc80", "x-none": None},
    ],
)
def test_the_headers_of_frameworks_are_accepted(headers: serai.webhooks.Headers) -> None:
    event = serai.webhooks.unwrap(SIGNED.body, headers, SECRET)
    assert isinstance(event, serai.types.WebhookPingEvent)


@pytest.mark.parametrize(
    "headers",
    [
        None,
        "text",
        {},
        list(SIGNED.headers.items()),
        {name: [value] for name, value in SIGNED.headers.items()},
        {**SIGNED.headers, "webhook-id": "evt_\udc80"},
        {**SIGNED.headers, "webhook-id": None},
        {**SIGNED.headers, "webhook-signature": "v1,\ud800"},
        {**SIGNED.headers, "webhook-timestamp": "\udcff"},
        {**SIGNED.headers, "webhook-timestamp": "9" * 5000},
        {**SIGNED.headers, "webhook-timestamp": 1},
    ],
)
def test_headers_that_cannot_be_read_are_refused_with_a_webhook_error(headers: Any) -> None:
    with pytest.raises(serai.WebhookError) as raised:
        serai.webhooks.unwrap(SIGNED.body, headers, SECRET)
    assert raised.value.reason == "BAD_HEADERS"


def test_text_is_refused_with_the_way_to_get_bytes() -> None:
    with pytest.raises(serai.WebhookError, match=r"request\.body[\s\S]*get_data[\s\S]*await request\.body") as raised:
        serai.webhooks.unwrap("{}", {}, SECRET)  # type: ignore[arg-type]
    assert raised.value.reason == "PARSED_BODY"


def test_annotations_can_be_evaluated_at_run_time_and_the_union_of_events_is_created_once() -> None:
    hints = typing.get_type_hints(serai.webhooks.unwrap)
    assert serai.types.BookingConfirmedEvent in typing.get_args(hints["return"])
    for client, http_client in ((serai.Serai, httpx2.Client), (serai.AsyncSerai, httpx2.AsyncClient)):
        assert http_client in typing.get_args(typing.get_type_hints(client.__init__)["http_client"])
    assert typing.get_type_hints(serai.BookingChanges)["answer"] is serai.types.BookingList
    assert serai.webhooks.Event is serai.webhooks.Event
    assert "Event" in dir(serai.webhooks) and "types" in dir(serai)
