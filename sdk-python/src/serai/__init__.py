"""The Python client of Serai. `Serai` blocks, `AsyncSerai` is awaited; both have the same methods."""

import logging as _logging

from . import webhooks
from ._client import AsyncSerai, Serai
from ._errors import (
    ApiError,
    ConflictError,
    ConnectionError,
    ForbiddenError,
    GoneError,
    NotFoundError,
    RateLimitError,
    SeraiError,
    ServerError,
    TimeoutError,
    UnauthorizedError,
    ValidationError,
    WebhookError,
)
from ._generated import types
from ._limits import RateLimitState, WindowState
from ._money import Money, MoneyDict
from ._options import BookingRef, CallOptions, ConditionalOptions
from ._pages import BookingChanges
from ._response import NotModified, Response
from ._version import __version__

__all__ = [
    "ApiError",
    "AsyncSerai",
    "BookingChanges",
    "BookingRef",
    "CallOptions",
    "ConditionalOptions",
    "ConflictError",
    "ConnectionError",
    "ForbiddenError",
    "GoneError",
    "Money",
    "MoneyDict",
    "NotFoundError",
    "NotModified",
    "RateLimitError",
    "RateLimitState",
    "Response",
    "Serai",
    "SeraiError",
    "ServerError",
    "TimeoutError",
    "UnauthorizedError",
    "ValidationError",
    "WebhookError",
    "WindowState",
    "__version__",
    "types",
    "webhooks",
]

_logging.getLogger("serai").addHandler(_logging.NullHandler())
