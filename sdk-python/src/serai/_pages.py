"""Continues a list from page to page. Shared by the synchronous and the asynchronous client."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._errors import SeraiError
from ._json import as_object

if TYPE_CHECKING:
    from ._generated import types
else:
    from ._lazy import types


@dataclass(frozen=True, slots=True)
class BookingChanges:
    """One page of the change feed."""

    bookings: list[types.BookingSummary]
    cursor: str
    """Store this cursor after processing the page, and continue with it later."""
    answer: types.BookingList
    """The complete response."""


def with_cursor(request: Mapping[str, Any], cursor: str | None) -> dict[str, Any]:
    """Returns the request for the page at the cursor. Lists without pages do not accept `page`."""
    if cursor is None:
        return dict(request)
    return {**request, "page": {**(request.get("page") or {}), "cursor": cursor}}


def first_cursor(request: Mapping[str, Any]) -> str | None:
    cursor: str | None = (as_object(request.get("page")) or {}).get("cursor")
    return cursor


def next_cursor(page: Any, cursor: str | None) -> str | None:
    """Returns the cursor of the next page, or None after the last one."""
    following: str | None = getattr(page, "next_cursor", None)
    if not getattr(page, "has_more", False) or following is None:
        return None
    if following == cursor:
        raise SeraiError("The list cannot be continued: two pages have the same cursor.")
    return following


def changes_request(
    cursor: str | None, limit: int | None, filters: Any, settings: Any
) -> dict[str, Any]:
    return {
        "filters": filters,
        "settings": settings,
        "sort": {"by": "UPDATED", "direction": "ASC"},
        "page": {"limit": limit, "cursor": cursor},
    }


def changes_in(answer: types.BookingList) -> list[BookingChanges]:
    """Returns the page of changes, or nothing if the response contains none."""
    cursor = getattr(answer.page, "next_cursor", None)
    if not answer.bookings or cursor is None:
        return []
    return [BookingChanges(answer.bookings, cursor, answer)]


def bookings_of(page: types.BookingList) -> list[types.BookingSummary]:
    return page.bookings


def bookings_of_changes(page: BookingChanges) -> list[types.BookingSummary]:
    return page.bookings


def deprecated(old: str, new: str) -> None:
    """Warns about a name of an earlier version."""
    warnings.warn(f"{old} is deprecated. Use {new}.", DeprecationWarning, stacklevel=3)
