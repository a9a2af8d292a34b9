"""The logic of a call, without input and output.

It is a generator that yields what has to be done (send a request, sleep) and receives the results. The synchronous and
the asynchronous client drive the same generator, so that both behave the same.
"""

from __future__ import annotations

import json
import logging
import random
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from ._errors import (
    UNEXPECTED_ANSWER,
    ApiError,
    ConnectionError,
    ForeignError,
    RateLimitError,
    SeraiError,
    TimeoutError,
)
from ._generated.operations import OPERATIONS
from ._headers import request_headers
from ._json import as_object
from ._limits import RateLimitState, Throttle, read_rate_limit
from ._model import Model, decode, encode
from ._options import (
    MAX_TIMEOUT,
    CallOptions,
    ClientSettings,
    ConditionalOptions,
    check_number,
    check_retries,
    check_timeout,
)
from ._response import NotModified, RawResponse, Response, is_replayed, read_response, request_id_of, retry_after_of

if TYPE_CHECKING:
    from ._errors import Outcome

M = TypeVar("M", bound=Model)

FIRST_BACKOFF = 0.5
MAX_BACKOFF = 8.0
# The backoff reaches its maximum long before. Without the limit, a long series of retries would overflow.
MAX_DOUBLINGS = 16
# Added to the timeout of the service, so that the service responds first.
TIMEOUT_MARGIN = 15.0
# How often a throttled call checks whether a request in flight has received its response.
THROTTLE_POLL = 0.05
RECOVERY_HINT = "Send the same request again, or read the booking. Neither books twice."


class Send(NamedTuple):
    """Send this request. The result is an Attempt."""

    url: str
    headers: dict[str, str]
    body: bytes
    timeout: float


class Sleep(NamedTuple):
    """Wait that long, but not beyond `until` (by the monotonic clock)."""

    seconds: float
    until: float | None = None

    def time_left(self, now: float) -> float:
        left = self.seconds if self.until is None else min(self.seconds, self.until - now)
        return max(0.0, min(left, MAX_TIMEOUT))


@dataclass(frozen=True, slots=True)
class Failed:
    error: ForeignError
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class TimedOut:
    outcome: Outcome


if TYPE_CHECKING:
    Attempt: TypeAlias = RawResponse | Failed | TimedOut
    Effect: TypeAlias = Send | Sleep
    Machine: TypeAlias = Generator[Effect, Any, M]


class Clock:
    """The local clock. The conformance tests replace it."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    def random(self) -> float:
        return random.random()


@dataclass
class LastSeen:
    """The last rate limit state. Clients that were created with `with_options` share it."""

    rate_limit: RateLimitState | None = None


@dataclass
class Core:
    """What the calls of one client share."""

    settings: ClientSettings
    throttle: Throttle | None
    clock: Clock = field(default_factory=Clock)
    seen: LastSeen = field(default_factory=LastSeen)

    def log(self, level: int, message: str, fields: dict[str, Any]) -> None:
        try:
            self.settings.logger.log(level, message, extra={"serai": fields})
        except Exception:  # noqa: BLE001, S110
            # A booking must not fail because a log handler fails.
            pass


@dataclass(frozen=True, slots=True)
class Call:
    operation: str
    writes: bool
    reference: str | None
    send: Send
    max_retries: int
    max_retry_after: float


def prepare_call(
    core: Core,
    operation: str,
    request: Mapping[str, Any],
    options: CallOptions | ConditionalOptions | None,
    writes: bool,
) -> Call:
    settings = core.settings
    chosen = options or CallOptions()
    body = encode(request)
    retries = check_retries(chosen.max_retries)
    retry_after = check_number("max_retry_after", chosen.max_retry_after, 0)
    timeout = check_timeout(chosen.timeout) or settings.timeout or _default_timeout(operation, body)
    headers = request_headers(operation, options, writes)
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Call(
        operation=operation,
        writes=writes,
        reference=body.get("clientReference"),
        send=Send(settings.base_url + OPERATIONS[operation].path, headers, text.encode(), timeout),
        max_retries=settings.max_retries if retries is None else retries,
        max_retry_after=settings.max_retry_after if retry_after is None else retry_after,
    )


def _default_timeout(operation: str, body: dict[str, Any]) -> float:
    known = OPERATIONS[operation]
    wanted: int | None = (as_object(body.get("settings")) or {}).get("timeout")
    return (wanted or known.default_timeout_ms or known.deadline_ms) / 1000 + TIMEOUT_MARGIN


def run_call(
    core: Core, call: Call, answer: type[M], until: float | None = None
) -> Generator[Effect, Any, Response[M]]:
    """Sends the request, and sends it again after failures that allow it. `until` limits the whole call."""
    may_have_succeeded = False
    attempt = 0
    while True:
        attempt += 1
        with _noted(call, may_have_succeeded):
            result = yield from _attempt(core, call, attempt, answer, until)
        if isinstance(result, Response):
            return result
        error, retry_after = result
        may_have_succeeded = may_have_succeeded or _is_outcome_unknown(error)
        delay = _retry_delay(core, call, error, attempt, retry_after)
        if delay is None:
            raise _as_unknown_outcome(error, call) if may_have_succeeded else error
        _log_retry(core, call, error, attempt, delay)
        with _noted(call, may_have_succeeded):
            yield Sleep(delay, until)


def _attempt(
    core: Core, call: Call, attempt: int, answer: type[M], until: float | None
) -> Generator[Effect, Any, Response[M] | tuple[SeraiError, float | None]]:
    held = yield from _enter(core, call, until)
    if isinstance(held, RateLimitError):
        return held, held.retry_after
    if held is not None:
        return held, None
    started = core.clock.monotonic()
    send = call.send if until is None else call.send._replace(timeout=min(call.send.timeout, until - started))
    if send.timeout <= 0:
        if core.throttle:
            core.throttle.leave(None)
        return _time_is_over(), None
    seen = None
    try:
        with _noted(call, True):
            sent: Attempt = yield send
        if isinstance(sent, RawResponse):
            seen = read_rate_limit(sent.headers, core.clock.now())
            core.seen.rate_limit = seen or core.seen.rate_limit
    finally:
        if core.throttle:
            core.throttle.leave(seen)
    _log_attempt(core, call, attempt, sent, core.clock.monotonic() - started)
    if isinstance(sent, RawResponse):
        return _read(core, sent, answer, "if-none-match" in call.send.headers)
    return _attempt_failure(sent, call), None


def _time_is_over() -> TimeoutError:
    return TimeoutError("The time to wait is over.", outcome="unknown", timeout=0)


def _enter(
    core: Core, call: Call, until: float | None
) -> Generator[Effect, Any, RateLimitError | TimeoutError | None]:
    """Waits for the throttle. Returns an error if the wait is too long."""
    while core.throttle:
        try:
            wait = core.throttle.enter(core.clock.now(), call.max_retry_after)
        except RateLimitError as error:
            return error.with_traceback(None)
        if wait is None:
            break
        if until is not None and core.clock.monotonic() >= until:
            return _time_is_over()
        if wait == float("inf"):
            yield Sleep(THROTTLE_POLL, until)
            continue
        delay_ms = round(wait * 1000)
        message = f"{call.operation} is delayed by {delay_ms} ms because the rate limit is exhausted"
        core.log(logging.WARNING, message, {"operation": call.operation, "reason": "throttle", "delay_ms": delay_ms})
        yield Sleep(wait, until)
    return None


def _read(
    core: Core, raw: RawResponse, answer: type[M], is_conditional: bool
) -> Response[M] | tuple[SeraiError, float | None]:
    """`is_conditional` is true if the request had `If-None-Match`, so that 304 is a result."""
    key, now = core.settings.api_key, core.clock.now()
    retry_after = retry_after_of(raw.headers, now)
    etag = raw.headers.get("etag")
    data: Any
    if raw.status == 304 and is_conditional:
        data = NotModified(etag)
    else:
        body = read_response(raw, key, now)
        if not isinstance(body, dict):
            return body, retry_after
        data = decode(answer, body)
    return Response(
        data=data,
        status=raw.status,
        headers=raw.headers,
        request_id=request_id_of(raw, key),
        etag=etag,
        replayed=is_replayed(raw),
        retry_after=retry_after,
    )


def _attempt_failure(sent: Failed | TimedOut, call: Call) -> SeraiError:
    if isinstance(sent, TimedOut):
        seconds = call.send.timeout
        event = "received no response" if sent.outcome == "unknown" else "could not open a connection"
        message = f"{call.operation} {event} within {seconds:g} seconds."
        return TimeoutError(message, outcome=sent.outcome, timeout=seconds)
    reached = "was interrupted" if sent.outcome == "unknown" else "could not be established"
    error = ConnectionError(
        f"The connection for {call.operation} {reached}: {sent.error}",
        outcome=sent.outcome,
        request_id=call.send.headers.get("x-request-id"),
    )
    error.__cause__ = sent.error
    return error


def is_transient(error: ApiError) -> bool:
    return error.retryable or error.status in (429, 503)


def _retry_delay(
    core: Core, call: Call, error: SeraiError, attempt: int, retry_after: float | None
) -> float | None:
    """Returns the seconds until the next attempt, or None if the call must not be retried."""
    again = isinstance(error, ConnectionError) or (isinstance(error, ApiError) and is_transient(error))
    if not again or attempt > call.max_retries:
        return None
    if retry_after is not None and retry_after > call.max_retry_after:
        return None
    backoff = core.clock.random() * min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** min(attempt - 1, MAX_DOUBLINGS))
    return float(max(backoff, retry_after or 0))


def _is_outcome_unknown(error: SeraiError) -> bool:
    """Whether the operation may have been carried out, or may still be carried out."""
    if isinstance(error, ApiError):
        return error.code == "OPERATION_IN_PROGRESS"
    return getattr(error, "outcome", None) == "unknown"


def _as_unknown_outcome(error: SeraiError, call: Call) -> SeraiError:
    """Returns the error for a call whose earlier attempt may have arrived. The last error would not show that."""
    if not call.writes or _is_outcome_unknown(error) or (isinstance(error, ApiError) and _settles(error)):
        return error
    unknown = ConnectionError(
        f"An earlier attempt to call {call.operation} may have been carried out, and the last one failed: "
        f"{error} {RECOVERY_HINT}",
        outcome="unknown",
        request_id=call.send.headers.get("x-request-id"),
    )
    unknown.__cause__ = error
    return unknown


def _settles(error: ApiError) -> bool:
    """Whether a response depends only on the request and therefore applies to all attempts of the call."""
    if error.code == UNEXPECTED_ANSWER or is_transient(error):
        return False
    return error.status < 500 and error.status not in (401, 403)


@contextmanager
def _noted(call: Call, may_have_arrived: bool) -> Generator[None, None, None]:
    """Adds a note to exceptions that pass through: KeyboardInterrupt, the cancellation of a task, and exceptions of
    the program, for example from a signal handler. Python 3.11 and later show it.
    """
    try:
        yield
    except (SeraiError, GeneratorExit):
        raise
    except BaseException as stopped:
        if call.writes and may_have_arrived and sys.version_info >= (3, 11):
            which = f" with the client reference {call.reference}" if call.reference else ""
            note = f"The outcome of {call.operation}{which} is unknown. {RECOVERY_HINT}"
            if note not in getattr(stopped, "__notes__", ()):
                stopped.add_note(note)
        raise


def _log_attempt(core: Core, call: Call, attempt: int, sent: Attempt, seconds: float) -> None:
    if not core.settings.logger.isEnabledFor(logging.DEBUG):
        return
    result = sent.status if isinstance(sent, RawResponse) else "timeout" if isinstance(sent, TimedOut) else "failed"
    duration_ms = round(seconds * 1000)
    request_id = request_id_of(sent, core.settings.api_key) if isinstance(sent, RawResponse) else None
    fields = {
        "operation": call.operation,
        "attempt": attempt,
        "result": result,
        "duration_ms": duration_ms,
        "request_id": request_id,
    }
    core.log(logging.DEBUG, f"{call.operation}: {result} after {duration_ms} ms", fields)


def _log_retry(core: Core, call: Call, error: SeraiError, attempt: int, delay: float) -> None:
    delay_ms = round(delay * 1000)
    fields = {
        "operation": call.operation,
        "attempt": attempt,
        "reason": error.code if isinstance(error, ApiError) else type(error).__name__,
        "delay_ms": delay_ms,
        "request_id": getattr(error, "request_id", None),
    }
    core.log(logging.WARNING, f"{call.operation} will be retried in {delay_ms} ms: {error}", fields)
