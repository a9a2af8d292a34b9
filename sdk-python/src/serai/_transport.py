"""What the synchronous and the asynchronous transport share: the connection pool and the meaning of its errors."""

from __future__ import annotations

import builtins
import time
from collections.abc import Iterator, Mapping
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


class TimeLeft(Mapping[str, float]):
    """The timeouts of one attempt. Each step of httpx2 reads its timeout when it starts, and gets the time left."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline

    def __getitem__(self, step: str) -> float:
        return max(0.001, self._deadline - time.monotonic())

    def __iter__(self) -> Iterator[str]:
        return iter(("connect", "read", "write", "pool"))

    def __len__(self) -> int:
        return 4


def is_failure(error: Exception, client: httpx2.Client | httpx2.AsyncClient) -> bool:
    """Whether the request failed.

    A signal handler or a task queue may raise its own exception at any time, for example for the time limit of a job.
    Such an exception must end the call, and the request must not be sent again.
    """
    # httpx2 has its own timeouts, so the built-in one comes from the program.
    if isinstance(error, builtins.TimeoutError):
        return False
    # httpx2 raises a plain RuntimeError if its client was closed.
    if type(error) is RuntimeError:
        return client.is_closed
    return isinstance(error, (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError))


def attempt_of(error: Exception, key: ApiKey) -> Failed | TimedOut:
    """Only errors that guarantee that no byte of the request was sent count as not sent."""
    if isinstance(error, (httpx2.PoolTimeout, httpx2.ConnectTimeout)):
        return TimedOut("not-sent")
    if isinstance(error, httpx2.TimeoutException):
        return TimedOut("unknown")
    return Failed(key.copy_error(error), "not-sent" if type(error) is httpx2.ConnectError else "unknown")
