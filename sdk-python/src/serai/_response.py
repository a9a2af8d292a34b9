"""Reads a raw HTTP response: the data of a success, or the error."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._errors import UNEXPECTED_ANSWER, ApiError, ConnectionError, create_api_error
from ._generated.errors import ERRORS
from ._json import as_object
from ._limits import exhausted_window, parse_number, read_rate_limit
from ._model import decode
from ._money import decode_money, is_money

if TYPE_CHECKING:
    from ._generated import types
    from ._options import ApiKey
else:
    from ._lazy import types

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Response(Generic[A]):
    """The data of a response with its status and headers."""

    data: A
    status: int
    headers: Mapping[str, str]
    """Names are in lower case."""
    request_id: str | None
    """Identifies the request in support requests."""
    replayed: bool
    """True if the service had already carried out the same request."""
    retry_after: int | None
    """Seconds to wait, if the service stated it."""
    etag: str | None = None
    """Identifies this version of the content, for `if_none_match`. None for other operations."""


@dataclass(frozen=True, slots=True)
class NotModified:
    """The result of a call with `if_none_match` if nothing has changed."""

    etag: str | None
    """The etag for the next call."""


@dataclass(frozen=True, slots=True)
class RawResponse:
    status: int
    headers: Mapping[str, str]
    text: str


def request_id_of(raw: RawResponse, key: ApiKey) -> str | None:
    request_id = raw.headers.get("x-request-id")
    return None if request_id is None else key.scrub(request_id)


def is_replayed(raw: RawResponse) -> bool:
    return raw.headers.get("idempotency-replayed") == "true"


def retry_after_of(headers: Mapping[str, str], now: float) -> int | None:
    """Returns the delay in seconds. A date is converted to the time left until then."""
    text = headers.get("retry-after", "").strip()
    # A proxy may append its own value after a comma, and some send fractions.
    seconds = re.match(r"(\d+)(\.\d+)?(?:\s*,|$)", text)
    if seconds:
        return parse_number(seconds[1]) + math.ceil(float(seconds[2] or 0))
    if not re.match(r"[A-Z][a-z]", text):
        return None
    try:
        return max(0, math.ceil(parsedate_to_datetime(text).timestamp() - now))
    except (ValueError, TypeError, OverflowError):
        return None


def read_response(raw: RawResponse, key: ApiKey, now: float) -> dict[str, Any] | ApiError | ConnectionError:
    """Returns the body of a success, or the error."""
    if 200 <= raw.status < 300:
        data = _parse_object(raw.text)
        return _foreign_response(raw, key) if data is None else data
    # Scrubbed before parsing, because a proxy may echo the request.
    envelope = _read_envelope(_parse_object(key.scrub(raw.text)))
    if raw.status >= 500 and not _is_server_envelope(envelope):
        return _foreign_response(raw, key)
    return _api_error(envelope, raw, key, now)


def _foreign_response(raw: RawResponse, key: ApiKey) -> ConnectionError:
    """Serai always sends JSON with 2xx and its error body with 5xx. Any other response comes from a proxy."""
    return ConnectionError(
        f"The response with status {raw.status} did not come from Serai. "
        "The request may or may not have reached it.",
        outcome="unknown",
        status=raw.status,
        request_id=request_id_of(raw, key),
    )


def _api_error(envelope: dict[str, Any], raw: RawResponse, key: ApiKey, now: float) -> ApiError:
    code = envelope.get("code", UNEXPECTED_ANSWER)
    known = ERRORS.get(code, (0, raw.status in (429, 503)))[1]
    objects = [as_object(each) for each in envelope.get("details", [])]
    details = [decode(types.ErrorDetail, each) for each in objects if each is not None]
    limits = read_rate_limit(raw.headers, now) if raw.status == 429 else None
    return create_api_error(
        envelope.get("message", _unexpected_message(raw.status)),
        status=raw.status,
        code=code,
        details=details,
        request_id=request_id_of(raw, key) or envelope.get("requestId"),
        retryable=envelope.get("retryable", known),
        retry_after=retry_after_of(raw.headers, now),
        window=exhausted_window(limits),
        booking_id=envelope.get("bookingId"),
        new_price=decode_money(envelope.get("newPrice")),
        replayed=is_replayed(raw),
    )


def _unexpected_message(status: int) -> str:
    if 300 <= status < 400:
        return "The server responded with a redirect, which the SDK does not follow. Pass the final URL as base_url."
    return f"The response with status {status} did not come from Serai. Check base_url."


def _parse_object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return as_object(value)


_ENVELOPE_TYPES: dict[str, type] = {"details": list, "requestId": str, "retryable": bool, "bookingId": str}


def _read_envelope(body: dict[str, Any] | None) -> dict[str, Any]:
    """Returns the known fields of an error body, or nothing if it is not one."""
    error = as_object((body or {}).get("error")) or {}
    if not isinstance(error.get("code"), str) or not isinstance(error.get("message"), str):
        return {}
    envelope = {"code": error["code"], "message": error["message"]}
    for name, kind in _ENVELOPE_TYPES.items():
        if isinstance(error.get(name), kind):
            envelope[name] = error[name]
    if is_money(error.get("newPrice")):
        envelope["newPrice"] = error["newPrice"]
    return envelope


def _is_server_envelope(envelope: dict[str, Any]) -> bool:
    """Some proxies also respond with a `code` and a `message`, but not with the other two fields of every 5xx."""
    return "requestId" in envelope and "retryable" in envelope
