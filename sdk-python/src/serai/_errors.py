"""The errors of this package. None of them contains the API key."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from ._generated.types import ErrorCode, ErrorDetail
    from ._money import Money

    Outcome: TypeAlias = Literal["not-sent", "unknown"]
    RateWindow: TypeAlias = Literal["minute", "hour", "day"]
    WebhookErrorReason: TypeAlias = Literal[
        "PARSED_BODY", "BAD_HEADERS", "BAD_SECRET", "WRONG_SECRET", "CLOCK_SKEW", "NOT_AN_EVENT"
    ]

# The code of an error response that did not come from Serai.
UNEXPECTED_ANSWER = "UNEXPECTED_ANSWER"

DETAILS_SHOWN = 3


class SeraiError(Exception):
    """The base class of all errors of this package."""

    @property
    def message(self) -> str:
        """The text alone. `str(error)` may add what identifies the error."""
        return str(self.args[0]) if self.args else ""


class ApiError(SeraiError):
    """An error response. Programs should use `code`; the message is for people."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: ErrorCode,
        details: list[ErrorDetail] | None = None,
        request_id: str | None = None,
        retryable: bool = False,
        retry_after: int | None = None,
        window: RateWindow | None = None,
        booking_id: str | None = None,
        new_price: Money | None = None,
        replayed: bool = False,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        """Codes may be added. `UNEXPECTED_ANSWER`: the response did not come from Serai."""
        self.details = details or []
        """All failures of the request, each with a JSON Pointer into it."""
        self.request_id = request_id
        """Identifies the request in support requests."""
        self.retryable = retryable
        """Whether the same request may succeed when sent again unchanged."""
        self.retry_after = retry_after
        """Seconds to wait before the request can succeed, if the service stated it."""
        self.window = window
        """For a RateLimitError: the exhausted rate window."""
        self.booking_id = booking_id
        """The booking concerned."""
        self.new_price = new_price
        """If a booking fails with PRICE_CHANGED: the new `net` price of the offer, if the provider stated it."""
        self.replayed = replayed
        """Whether the response repeats the rejection of an earlier identical request."""

    def __str__(self) -> str:
        # A traceback shows only this text, and support needs the code and the request id.
        request = f", request {self.request_id}" if self.request_id else ""
        return f"{self.code} ({self.status}{request}): {self.message}"

    def __reduce__(self) -> Any:
        # The constructor takes keyword arguments, which the default does not pass.
        return (_restore, (type(self), self.args, self.__dict__))


class ValidationError(ApiError):
    """400, 413 and 422: the request must be changed. `details` lists every invalid field."""

    def __init__(self, message: str, *, details: list[ErrorDetail] | None = None, **fields: Any) -> None:
        shown = [f"{each.path or '/'}: {each.message}" for each in (details or [])[:DETAILS_SHOWN]]
        super().__init__("\n  ".join([message, *shown]), details=details, **fields)


class UnauthorizedError(ApiError):
    """401: the API key is missing, wrong, revoked or expired."""


class ForbiddenError(ApiError):
    """403: the key lacks a scope, may not be used from this address, or would exceed its spend limit."""


class NotFoundError(ApiError):
    """404: the id is unknown."""


class ConflictError(ApiError):
    """409: the request definitely failed, unless `retryable` is true. `code` states the reason."""


class GoneError(ApiError):
    """410: the offer or quote has expired."""


class RateLimitError(ApiError):
    """429: a rate window is exhausted for `retry_after` seconds."""


class ServerError(ApiError):
    """A 5xx with the error body of Serai. For a booking or cancellation, nothing was sent to a provider."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: ValidationError,
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    410: GoneError,
    413: ValidationError,
    422: ValidationError,
    429: RateLimitError,
}


def create_api_error(message: str, *, status: int, **fields: Any) -> ApiError:
    error_class = ServerError if status >= 500 else _BY_STATUS.get(status, ApiError)
    return error_class(message, status=status, **fields)


class ConnectionError(SeraiError, builtins.ConnectionError):
    """The connection failed, or the response did not come from Serai.

    `outcome` describes the whole call. "not-sent": nothing happened. "unknown": the request may have been carried
    out; read the booking, or send the same request again, which never books twice.
    """

    def __init__(
        self, message: str, *, outcome: Outcome, status: int | None = None, request_id: str | None = None
    ) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.status = status
        """Status of a response that did not come from Serai, such as a 502 from a proxy."""
        self.request_id = request_id

    def __reduce__(self) -> Any:
        return (_restore, (type(self), self.args, self.__dict__))


class TimeoutError(SeraiError, builtins.TimeoutError):
    """No response arrived within the timeout, or `wait_until_settled` ended before the booking was settled."""

    def __init__(self, message: str, *, outcome: Outcome, timeout: float) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.timeout = timeout
        """The timeout in seconds."""

    def __reduce__(self) -> Any:
        return (_restore, (type(self), self.args, self.__dict__))


class WebhookError(SeraiError):
    """The request is not trustworthy. Respond with 400 and do nothing else."""

    def __init__(self, reason: WebhookErrorReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> Any:
        return (_restore, (type(self), self.args, self.__dict__))


class ForeignError(Exception):
    """A copy of an error from another library, with the API key removed from its message."""


def _restore(error_class: type[BaseException], args: tuple[Any, ...], fields: dict[str, Any]) -> BaseException:
    error = error_class.__new__(error_class, *args)
    error.args = args
    error.__dict__.update(fields)
    return error
