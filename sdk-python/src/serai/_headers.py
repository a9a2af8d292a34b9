"""Builds the headers of a call."""

from __future__ import annotations

import functools
import platform
import re
import uuid
from typing import TYPE_CHECKING

from ._errors import SeraiError
from ._generated.operations import OPERATIONS
from ._options import CallOptions, ConditionalOptions
from ._version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

# Headers that have their own option.
_OPTION_OF = {"x-request-id": "request_id", "idempotency-key": "idempotency_key", "if-none-match": "if_none_match"}
# Headers that the client or the connection sets. Another value would break the call or hide who sends it.
_RESERVED = frozenset(
    "accept accept-encoding authorization connection content-encoding content-length content-type expect host "
    "transfer-encoding upgrade x-client-version".split()
)
_ETAG = r'(?:W/)?"[\x21\x23-\x7e]*"'
_ETAGS = re.compile(rf"\*|{_ETAG}(?:\s*,\s*{_ETAG})*")


@functools.cache
def _user_agent() -> str:
    import httpx2

    return f"serai-python/{__version__} python/{platform.python_version()} httpx2/{httpx2.__version__}"


def request_headers(
    operation: str, options: CallOptions | ConditionalOptions | None, writes: bool
) -> dict[str, str]:
    given = options or CallOptions()
    headers = {
        "user-agent": _user_agent(),
        **_further_headers(given.headers or {}),
        "accept": "application/json",
        "content-type": "application/json",
        "x-client-version": f"serai-python/{__version__}",
    }
    if given.request_id is not None:
        headers["x-request-id"] = _check_request_id(given.request_id)
    if isinstance(given, ConditionalOptions):
        if given.if_none_match is not None:
            headers["if-none-match"] = _check_etag(operation, given.if_none_match)
    elif writes:
        headers["idempotency-key"] = _idempotency_key(given.idempotency_key)
    return headers


def _further_headers(given: Mapping[str, str | None]) -> dict[str, str]:
    return {_check_header(name.lower(), value): value for name, value in given.items() if value is not None}


def _check_header(name: str, value: object) -> str:
    if name in _OPTION_OF:
        raise SeraiError(f"Use the option {_OPTION_OF[name]} instead of the header {name}.")
    if name in _RESERVED:
        raise SeraiError(f"headers must not contain {name}, because the client sets it.")
    if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
        raise SeraiError("headers contains a name that HTTP does not allow.")
    if not isinstance(value, str) or not re.fullmatch(r"[\x20-\x7e]*", value):
        raise SeraiError(f"The value of the header {name} must be a string of printable ASCII characters.")
    return name


def _check_request_id(request_id: object) -> str:
    if isinstance(request_id, str) and re.fullmatch(r"[A-Za-z0-9._:-]{1,128}", request_id):
        return request_id
    raise SeraiError('request_id must have 1 to 128 letters, digits or characters from "._:-".')


def _check_etag(operation: str, etag: object) -> str:
    if OPERATIONS[operation].scope != "content:read":
        raise SeraiError(f"if_none_match cannot be used with {operation}. Only content has an etag.")
    if isinstance(etag, str) and _ETAGS.fullmatch(etag):
        return etag
    raise SeraiError("if_none_match must be the etag of an earlier response, including its quotation marks.")


def _idempotency_key(key: object) -> str:
    if key is None:
        return str(uuid.uuid4())
    if isinstance(key, str) and re.fullmatch(r"[\x21-\x7e]{1,255}", key):
        return key
    raise SeraiError("idempotency_key must have 1 to 255 printable characters without spaces.")


def check_unconditional(options: object) -> None:
    """An etag belongs to one page. With it, an iteration could not tell an unchanged page from the end of the list."""
    if isinstance(options, ConditionalOptions):
        raise SeraiError("if_none_match cannot be used with each. Request a single page instead.")
