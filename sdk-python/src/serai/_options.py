"""Options of the client and of a call, and the API key."""

from __future__ import annotations

import ipaddress
import logging
import os
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict
from urllib.parse import SplitResult, urlsplit

from ._errors import ForeignError, SeraiError

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx2

DEFAULT_RETRIES = 2
DEFAULT_RETRY_AFTER = 60.0
# About 24 days. Operating systems refuse much longer timeouts.
MAX_TIMEOUT = 2_000_000.0
# Shorter secrets are not replaced, because ordinary words might match.
MIN_SECRET_LENGTH = 8
HIDDEN = "[api key]"


class BookingRef(TypedDict):
    """Identifies a booking by its id or by your client reference. Pass one of them."""

    bookingId: NotRequired[str]
    clientReference: NotRequired[str]


def with_field(request: Mapping[str, Any], name: str, value: str, other: str) -> dict[str, Any]:
    """Adds the field in which two methods of one operation differ. `other` is the method for other values.

    Replacing a different value would carry out something that the caller did not ask for.
    """
    if request.get(name) not in (None, value):
        raise TypeError(f"{name} must be {value} or omitted. Use {other} for another {name}.")
    return {**request, name: value}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    timeout: float | None = None
    """Timeout per attempt in seconds."""
    max_retries: int | None = None
    """Maximum number of retries after a failed attempt."""
    max_retry_after: float | None = None
    """Longest `Retry-After` to wait for, in seconds. A longer one raises immediately."""
    headers: Mapping[str, str | None] | None = None
    """Further headers, such as `traceparent`. Headers that the client sets, such as `Authorization`, are refused."""
    request_id: str | None = None
    """The `X-Request-ID` of all attempts: 1 to 128 letters, digits and `._:-`. Default: chosen by Serai. Logs and support
    can find the call by it, even if the response was lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOptions(_Options):
    """Options of a single call. They replace those of the client."""

    idempotency_key: str | None = None
    """The `Idempotency-Key` for all attempts of a booking or cancellation. Default: a random value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionalOptions(_Options):
    """Options of a call whose result you already have."""

    if_none_match: str | None
    """The `etag` of an earlier response to the same request. If nothing has changed since, the result is `NotModified`.
    With None, the result is always complete."""


class ApiKey:
    """Adds the key to requests, as the `auth` of httpx2. It is never printed or pickled."""

    __slots__ = ("_key", "_secrets")

    def __init__(self, key: str) -> None:
        self._key = key
        # The last part of the key alone is removed as well, because only this part is secret.
        self._secrets = [part for part in (key, key.split("_")[-1]) if len(part) >= MIN_SECRET_LENGTH]

    def __call__(self, request: httpx2.Request) -> httpx2.Request:
        request.headers["authorization"] = f"ApiKey {self._key}"
        return request

    def scrub(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text

    def copy_error(self, error: BaseException) -> ForeignError:
        """Copies only the name and the message of an error, because its attributes may contain the request."""
        return ForeignError(self.scrub(f"{type(error).__name__}: {error}".removesuffix(": ")))

    def __repr__(self) -> str:
        return HIDDEN

    def __reduce__(self) -> Any:
        raise TypeError("An API key cannot be pickled.")


@dataclass(frozen=True, slots=True)
class ClientSettings:
    api_key: ApiKey
    base_url: str
    timeout: float | None
    max_retries: int
    max_retry_after: float
    throttle: bool
    logger: logging.Logger


def client_settings(
    *,
    api_key: str | None,
    base_url: str | None,
    timeout: float | None,
    max_retries: int | None,
    max_retry_after: float | None,
    throttle: bool,
    logger: logging.Logger | None,
) -> ClientSettings:
    retries = check_retries(max_retries)
    retry_after = check_number("max_retry_after", max_retry_after, 0)
    return ClientSettings(
        api_key=_parse_api_key(api_key if api_key is not None else _variable("SERAI_API_KEY")),
        base_url=_parse_base_url(base_url if base_url is not None else _variable("SERAI_BASE_URL")),
        timeout=check_timeout(timeout),
        max_retries=DEFAULT_RETRIES if retries is None else retries,
        max_retry_after=DEFAULT_RETRY_AFTER if retry_after is None else retry_after,
        throttle=throttle,
        logger=logger or logging.getLogger("serai"),
    )


def check_number(name: str, value: object, least: float) -> float | None:
    if value is None:
        return None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= least:
        return value
    raise SeraiError(f"{name} must be a number of at least {least}.")


def check_timeout(value: object) -> float | None:
    timeout = check_number("timeout", value, 0)
    if timeout == 0:
        raise SeraiError("timeout must be a number of seconds greater than 0.")
    return timeout and min(timeout, MAX_TIMEOUT)


def check_retries(value: object) -> int | None:
    retries = check_number("max_retries", value, 0)
    return None if retries is None else int(min(retries, sys.maxsize))


def _variable(name: str) -> str | None:
    return os.environ.get(name, "").strip() or None


def _parse_api_key(given: str | None) -> ApiKey:
    key = (given or "").strip()
    if not key:
        raise SeraiError("The API key is missing. Pass api_key, or set SERAI_API_KEY.")
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise SeraiError("The API key contains spaces or invalid characters. Copy the complete key again.")
    return ApiKey(key)


def _parse_base_url(given: str | None) -> str:
    if not given:
        raise SeraiError(
            "The base URL is missing. Pass base_url, or set SERAI_BASE_URL, for example to http://127.0.0.1:8080."
        )
    parts = _split_url(given.strip())
    if parts is None or parts.scheme not in ("http", "https") or parts.query or parts.fragment:
        raise SeraiError("base_url must be a URL such as https://hotels.example.com.")
    if parts.username is not None or parts.password is not None:
        raise SeraiError("base_url must not contain a user name or password.")
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")


def _split_url(text: str) -> SplitResult | None:
    """Returns None for a URL with spaces or with an invalid host or port."""
    import httpx2

    if re.search(r"[\s\x00-\x1f\\]", text):
        return None
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
        if ":" in host:
            ipaddress.IPv6Address(host)
        # Reading the port checks its range.
        _ = (parts.port, httpx2.URL(text))
    except (ValueError, httpx2.InvalidURL):
        return None
    return parts if re.fullmatch(r"[^<>^|%\"`{}]+", host) else None
