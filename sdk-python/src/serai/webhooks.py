"""Verification of webhook events according to Standard Webhooks. No API key is needed."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from ._errors import WebhookError
from ._json import JsonObject, as_object
from ._model import INSTANT, Model, decode, encode, register

if TYPE_CHECKING:
    from ._generated import types
else:
    from ._lazy import types

__all__ = ["Event", "Headers", "SignedWebhook", "UnknownEvent", "sign", "unwrap"]

# Maximum difference between the timestamp of the signature and the current time, in seconds.
TOLERANCE = 300
SECRET_PREFIX = "whsec_"
VERSION_PREFIX = "v1,"
MIN_SECRET_BYTES = 16


@dataclass(frozen=True, slots=True)
class UnknownEvent(Model):
    """An event of a type that this version of the package does not know."""

    id: str
    type: str
    timestamp: datetime
    environment: str
    data: dict[str, Any]
    extra: JsonObject = field(default_factory=JsonObject, repr=False)


register(
    UnknownEvent,
    (
        ("id", "id", None, False),
        ("type", "type", None, False),
        ("timestamp", "timestamp", INSTANT, False),
        ("environment", "environment", None, False),
        ("data", "data", None, False),
    ),
)

if TYPE_CHECKING:
    Event: TypeAlias = types.KnownEvent | UnknownEvent
else:

    def __getattr__(name: str) -> Any:
        """Creates the union of all events when it is first read."""
        if name == "Event":
            return globals().setdefault("Event", types.KnownEvent | UnknownEvent)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


class Headers(Protocol):
    """The headers of a request in any framework. Those of Flask are not a Mapping, but they have `items`."""

    def items(self) -> Iterable[tuple[Any, Any]]: ...


@dataclass(frozen=True, slots=True)
class SignedWebhook:
    """A request as Serai sends it."""

    body: bytes
    headers: dict[str, str]


def unwrap(
    body: bytes,
    headers: Headers,
    secrets: str | Sequence[str],
    *,
    now: datetime | None = None,
) -> types.KnownEvent | UnknownEvent:
    """Returns the event of a request after verifying that Serai signed exactly these bytes within five minutes.

    Otherwise it raises a WebhookError, whose `reason` states the problem. `secrets` are the signing secrets of the
    endpoint: two during a rotation. Events are delivered at least once and in any order. Store `event.id` to detect
    duplicates, and order the events of a booking by `event.data.version`.
    """
    raw = _raw_bytes(body)
    given = _read_headers(headers)
    event_id = _header(given, "webhook-id")
    timestamp = _header(given, "webhook-timestamp")
    signatures = _header(given, "webhook-signature")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookError("BAD_HEADERS", "webhook-timestamp is not a number of seconds.")
    keys = _keys(secrets)
    # Checked before the timestamp, because an unsigned timestamp reveals nothing about the clock.
    if not _is_signed(keys, signatures, _signed_bytes(event_id, timestamp, raw)):
        raise _wrong_secret(len(keys))
    _check_timestamp(int(timestamp), now or datetime.now(timezone.utc))
    return _parse_event(raw)


def sign(
    event: types.KnownEvent | UnknownEvent | Mapping[str, Any],
    secrets: str | Sequence[str],
    *,
    timestamp: datetime | None = None,
) -> SignedWebhook:
    """Returns a signed request with the event, for tests of a receiver."""
    wire = encode(event, keep_none=True)
    body = json.dumps(wire, ensure_ascii=False, separators=(",", ":")).encode()
    seconds = str(int((timestamp or datetime.now(timezone.utc)).timestamp()))
    signed = _signed_bytes(wire["id"], seconds, body)
    return SignedWebhook(
        body,
        {
            "content-type": "application/json",
            "webhook-id": wire["id"],
            "webhook-timestamp": seconds,
            "webhook-signature": " ".join(_signature(key, signed) for key in _keys(secrets)),
        },
    )


def _signed_bytes(event_id: str, timestamp: str, body: bytes) -> bytes:
    return f"{event_id}.{timestamp}.".encode() + body


def _signature(key: bytes, signed: bytes) -> str:
    return VERSION_PREFIX + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()


def _is_signed(keys: Sequence[bytes], header: str, signed: bytes) -> bool:
    """Whether any signature in the header was created with one of the keys. Other versions are ignored."""
    given = [part.encode() for part in header.split(" ") if part.startswith(VERSION_PREFIX)]
    expected = [_signature(key, signed).encode() for key in keys]
    return any([hmac.compare_digest(one, other) for one in expected for other in given])


def _keys(secrets: str | Sequence[str] | None) -> list[bytes]:
    every = [secrets] if isinstance(secrets, str) else list(secrets or [])
    if not every:
        raise WebhookError("BAD_SECRET", "No secret was passed to verify the signature.")
    return [_key(secret) for secret in every]


def _key(secret: object) -> bytes:
    text = secret.strip() if isinstance(secret, str) else ""
    key = b""
    if text.startswith(SECRET_PREFIX):
        try:
            encoded = text[len(SECRET_PREFIX) :].rstrip("=")
            key = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
        except (binascii.Error, ValueError):
            key = b""
    if len(key) < MIN_SECRET_BYTES:
        raise WebhookError(
            "BAD_SECRET",
            "The secret of a webhook endpoint starts with whsec_ and continues in base64. Copy the complete secret.",
        )
    return key


def _read_headers(headers: Headers) -> list[tuple[str, str]]:
    """Returns the headers whose name and value are text. The names are in lower case and have hyphens."""
    try:
        pairs = [(_text(name), _text(value)) for name, value in headers.items()]
    except (AttributeError, TypeError, ValueError):
        message = "unwrap received no headers. Pass `request.headers`, or a dictionary."
        raise WebhookError("BAD_HEADERS", message) from None
    return [(name.lower().replace("_", "-"), value) for name, value in pairs if name and value]


def _text(value: object) -> str:
    """Returns an empty text for a value that cannot be part of a signature."""
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    if not isinstance(text, str):
        return ""
    try:
        text.encode()
    except UnicodeEncodeError:
        return ""
    return text


def _header(headers: Sequence[tuple[str, str]], name: str) -> str:
    # Django has its own names for headers: HTTP_WEBHOOK_ID.
    names = {name, "http-" + name}
    for key, value in headers:
        if key in names:
            return value
    raise WebhookError(
        "BAD_HEADERS",
        f"The header {name} is missing or is not text. The request is not from Serai, or a proxy removed the header.",
    )


def _wrong_secret(count: int) -> WebhookError:
    which = "The secret does not match" if count == 1 else f"None of the {count} secrets match"
    return WebhookError(
        "WRONG_SECRET",
        f"{which} the signature. Check that the secret belongs to this endpoint and environment, and that the body "
        "is passed unchanged, without parsing and serialising it.",
    )


def _check_timestamp(timestamp: int, now: datetime) -> None:
    off = round(now.timestamp() - timestamp)
    if abs(off) <= TOLERANCE:
        return
    direction = "behind" if off > 0 else "ahead of"
    raise WebhookError(
        "CLOCK_SKEW",
        f"The signature is valid, but its timestamp is {abs(off)} seconds {direction} the local clock. The limit is "
        f"{TOLERANCE} seconds. Check the clock, and whether the request was delayed before it was passed on.",
    )


def _parse_event(body: bytes) -> types.KnownEvent | UnknownEvent:
    try:
        event = as_object(json.loads(body))
    except (ValueError, RecursionError):
        event = None
    if event is None or not isinstance(event.get("type"), str):
        raise WebhookError("NOT_AN_EVENT", "The signature is valid, but the body is not an event.")
    return cast("Event", decode(types.EVENTS.get(event["type"], UnknownEvent), event))


def _raw_bytes(body: object) -> bytes:
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(cast("bytes | bytearray", body))
    given = "text" if isinstance(body, str) else "no body" if body is None else "a body that was already parsed"
    raise WebhookError(
        "PARSED_BODY",
        f"unwrap received {given}. The signature covers the exact bytes of the body, which cannot be restored.\n"
        "In Django: pass `request.body`.\n"
        "In Flask: pass `request.get_data()`.\n"
        "In FastAPI and Starlette: pass `await request.body()`.",
    )
