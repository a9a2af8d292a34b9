"""The rate limit state from the response headers, and the throttle that delays calls while a window is exhausted."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from ._errors import RateLimitError
from ._fork import forget_after_fork

if TYPE_CHECKING:
    from ._errors import RateWindow

# Larger numbers in headers are replaced by this one. Python refuses to convert very long ones.
MAX_NUMBER = 10**15

WINDOWS: tuple[RateWindow, ...] = ("minute", "hour", "day")


@dataclass(frozen=True, slots=True)
class WindowState:
    """One rolling rate window of a key, as reported by the last response."""

    limit: int | None
    """Maximum number of requests in the window."""
    seconds: int | None
    """Length of the window in seconds."""
    remaining: int
    """Number of requests left."""
    retry_after: int | None
    """Seconds until the next request is allowed, if none are left."""


@dataclass(frozen=True, slots=True)
class RateLimitState:
    """The rate windows that a response last reported."""

    minute: WindowState | None
    hour: WindowState | None
    day: WindowState | None
    seen_at: datetime
    """When the response arrived, by the local clock."""

    def window(self, name: RateWindow) -> WindowState | None:
        return {"minute": self.minute, "hour": self.hour, "day": self.day}[name]


def read_rate_limit(headers: Mapping[str, str], now: float) -> RateLimitState | None:
    """Returns None if the response has no rate limit headers."""
    left = _read_items(headers.get("ratelimit", ""))
    policy = _read_items(headers.get("ratelimit-policy", ""))
    if not any(name in left for name in WINDOWS):
        return None

    def state(name: RateWindow) -> WindowState | None:
        values = left.get(name, {})
        if "r" not in values:
            return None
        limits = policy.get(name, {})
        return WindowState(limits.get("q"), limits.get("w"), values["r"], values.get("t"))

    seen_at = datetime.fromtimestamp(now, timezone.utc)
    return RateLimitState(state("minute"), state("hour"), state("day"), seen_at)


def exhausted_window(state: RateLimitState | None) -> RateWindow | None:
    """Returns the exhausted window with the longest wait."""
    if state is None:
        return None
    waits: dict[RateWindow, int] = {
        name: window.retry_after or 0
        for name in WINDOWS
        if (window := state.window(name)) and window.remaining == 0
    }
    longest = max(waits.values(), default=0)
    return next((name for name, wait in waits.items() if wait == longest), None)


def _read_items(text: str) -> dict[str, dict[str, int]]:
    """Parses `"minute";r=599, "hour";r=0;t=12` into numbers by name. Unknown parts are ignored."""
    return {
        name: {key: parse_number(value) for key, value in re.findall(r";\s*(\w+)=(\d+)", parameters)}
        for name, parameters in re.findall(r'"(\w+)"([^,]*)', text)
    }


def parse_number(digits: str) -> int:
    return int(digits) if len(digits) < len(str(MAX_NUMBER)) else MAX_NUMBER


class Throttle:
    """Counts the requests in flight and knows how long the next one has to wait."""

    def __init__(self) -> None:
        self.forget()
        forget_after_fork(self)

    def forget(self) -> None:
        self._lock = threading.Lock()
        self._state: RateLimitState | None = None
        self._in_flight = 0

    def enter(self, now: float, max_retry_after: float) -> float | None:
        """Returns the seconds to wait before trying again, or None if the request may be sent.

        An infinite wait ends when a request in flight receives its response.
        """
        with self._lock:
            waits = [wait for name in WINDOWS if (wait := self._wait(name, now))]
            timed = [wait for wait in waits if math.isfinite(wait[0])]
            if not waits:
                self._in_flight += 1
                return None
        seconds, name = max(timed) if timed else waits[0]
        if math.isfinite(seconds) and seconds > max_retry_after:
            raise _throttled(name, seconds)
        return seconds

    def leave(self, state: RateLimitState | None) -> None:
        """Must be called once after each `enter` that returned None, with the state from the response."""
        with self._lock:
            self._in_flight -= 1
            self._state = state or self._state

    def _wait(self, name: RateWindow, now: float) -> tuple[float, RateWindow] | None:
        window = self._state.window(name) if self._state else None
        if self._state is None or window is None:
            return None
        age = now - self._state.seen_at.timestamp()
        if window.seconds is not None and age > window.seconds:
            return None
        exhausted = (window.retry_after or 0) - age if window.remaining == 0 else 0
        if exhausted > 0:
            return exhausted, name
        # After a wait, only one request is sent. Its response reports how many more are allowed.
        return None if max(1, window.remaining) > self._in_flight else (math.inf, name)


def _throttled(name: RateWindow, seconds: float) -> RateLimitError:
    retry_after = math.ceil(seconds)
    return RateLimitError(
        f"The rate limit per {name} is exhausted. Retry in {retry_after} second{'' if retry_after == 1 else 's'}. "
        "The request was not sent.",
        status=429,
        code="RATE_LIMIT_EXCEEDED",
        retryable=True,
        retry_after=retry_after,
        window=name,
    )
