"""What the synchronous and the asynchronous transport share: the connection pool and the meaning of its errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx2

from ._errors import SeraiError
from ._machine import Failed, TimedOut
from ._response import RawResponse

if TYPE_CHECKING:
    from ._options import ApiKey

# Idle connections and connections in use. A program that needs more passes its own client.
LIMITS = httpx2.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=5)


def check_client(given: Any, expected: type[httpx2.Client] | type[httpx2.AsyncClient]) -> None:
    if given is None:
        return
    if not isinstance(given, expected):
        kind = f"{type(given).__module__.partition('.')[0]}.{type(given).__name__}"
        raise SeraiError(f"http_client must be an httpx2.{expected.__name__}, not {kind}.")
    if given.is_closed:
        raise SeraiError("http_client is closed. Pass an open one.")


def raw_response(response: httpx2.Response, body: bytes) -> RawResponse:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return RawResponse(response.status_code, headers, body.decode("utf-8", "replace"))


def attempt_of(error: Exception, key: ApiKey) -> Failed | TimedOut:
    """Only errors that guarantee that no byte of the request was sent count as not sent."""
    if isinstance(error, httpx2.PoolTimeout):
        return Failed(key.copy_error(error), "not-sent")
    if isinstance(error, httpx2.TimeoutException):
        return TimedOut()
    return Failed(key.copy_error(error), "not-sent" if type(error) is httpx2.ConnectError else "unknown")
