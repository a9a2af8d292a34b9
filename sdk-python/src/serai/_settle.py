"""Reads a booking until its outcome is known."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ._errors import ApiError, ConnectionError, TimeoutError
from ._machine import Core, Sleep, prepare_call, run_call
from ._options import check_timeout

if TYPE_CHECKING:
    from ._generated import types
    from ._machine import Effect
else:
    from ._lazy import types

DEFAULT_TIMEOUT = 600.0
FIRST_DELAY = 1.0
MAX_DELAY = 15.0
# Estimated time between a check at the provider and the time when its result can be read.
CHECK_DURATION = 0.5
OPEN = frozenset({"PENDING", "ON_REQUEST", "CANCEL_PENDING"})


def wait_until_settled(
    core: Core, request: Mapping[str, Any], timeout: float
) -> Generator[Effect, Any, types.BookingDetail]:
    check_timeout(timeout)
    until = core.clock.monotonic() + timeout
    last: types.Booking | None = None
    delay = FIRST_DELAY
    while core.clock.monotonic() < until:
        answer, retry_after = yield from _try_read(core, request, until)
        if answer is not None:
            if not _is_open(answer.booking):
                return answer
            last = answer.booking
        pause = max(delay, retry_after) if answer is None else min(delay, _until_next_check(answer))
        if core.clock.monotonic() >= until:
            break
        yield Sleep(pause, until)
        delay = min(delay * 2, MAX_DELAY)
    state = f"{last.booking_id} is still {last.status}" if last else "The booking could not be read"
    raise TimeoutError(
        f"{state} after {timeout:g} seconds. Call wait_until_settled again to keep waiting.",
        outcome="unknown",
        timeout=timeout,
    )


def _try_read(
    core: Core, request: Mapping[str, Any], until: float
) -> Generator[Effect, Any, tuple[types.BookingDetail | None, float]]:
    """Returns no answer if the booking could not be read now but a later attempt may succeed."""
    call = prepare_call(core, "bookingdetail", request, None, writes=False)
    try:
        response = yield from run_call(core, call, types.BookingDetail, until)
    except (ConnectionError, TimeoutError):
        return None, 0
    except ApiError as error:
        if not error.retryable or (error.retry_after or 0) > core.settings.max_retry_after:
            raise
        return None, error.retry_after or 0
    return response.data, 0


def _is_open(booking: types.Booking) -> bool:
    """Also checks `resolution`, so that open states added in later versions are recognised."""
    return booking.status in OPEN or booking.resolution is not None


def _until_next_check(answer: types.BookingDetail) -> float:
    """Returns the seconds until the result of the next check can be read, by the clock of the service alone."""
    at = getattr(answer.booking.resolution, "next_check_at", None)
    processed = getattr(answer.meta, "processed_at", None)
    if not isinstance(at, datetime) or not isinstance(processed, datetime):
        return float("inf")
    # The longer a check is overdue, the longer it may still take.
    return abs((at - processed).total_seconds()) + CHECK_DURATION
