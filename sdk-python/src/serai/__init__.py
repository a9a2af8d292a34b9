"""The Python client of Serai. `Serai` blocks, `AsyncSerai` is awaited; both have the same methods."""

import logging as _logging
import typing as _typing

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

# Type checkers recognise `TYPE_CHECKING` only under its own name. With an alias, they would see `__getattr__` and accept
# any name.
if _typing.TYPE_CHECKING:
    from ._generated import types
else:

    def __getattr__(name: str) -> object:
        if name == "types":
            from ._generated import types

            return types
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


_logging.getLogger("serai").addHandler(_logging.NullHandler())
