"""Methods of the synchronous client that send more than one request."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._headers import check_unconditional
from ._model import Model
from ._options import BookingRef, CallOptions
from ._pages import (
    BookingChanges,
    bookings_of,
    changes_in,
    changes_request,
    deprecated,
    first_cursor,
    next_cursor,
    with_cursor,
)
from ._settle import DEFAULT_TIMEOUT, wait_until_settled

if TYPE_CHECKING:
    from ._generated import types
    from ._sync import SyncConnection
else:
    from ._lazy import types

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

I = TypeVar("I")
A = TypeVar("A", bound=Model)


class Resource:
    __slots__ = ("_connection",)

    def __init__(self, connection: SyncConnection) -> None:
        self._connection = connection


class Each(Generic[I, A]):
    """All records of a list. Each iteration starts again and requests one page at a time."""

    def __init__(
        self,
        connection: SyncConnection,
        operation: str,
        answer: type[A],
        request: Mapping[str, Any],
        options: CallOptions | None,
        items_of: Callable[[A], list[I]],
    ) -> None:
        check_unconditional(options)
        self._connection = connection
        self._operation = operation
        self._answer = answer
        self._request = request
        self._options = options
        self._items_of = items_of

    def __iter__(self) -> Iterator[I]:
        for page in self.pages():
            yield from self._items_of(page)

    def pages(self) -> Iterator[A]:
        """The responses, one per page."""
        cursor = first_cursor(self._request)
        while True:
            request = with_cursor(self._request, cursor)
            answer = self._connection.call(self._operation, self._answer, request, self._options).data
            yield answer
            cursor = next_cursor(getattr(answer, "page", None), cursor)
            if cursor is None:
                return


class EachChange:
    """All changed bookings. Each iteration starts again and requests one page at a time."""

    def __init__(self, connection: SyncConnection, request: Mapping[str, Any], options: CallOptions | None) -> None:
        check_unconditional(options)
        self._connection = connection
        self._request = request
        self._options = options

    def __iter__(self) -> Iterator[types.BookingSummary]:
        for page in self.pages():
            yield from page.bookings

    def pages(self) -> Iterator[BookingChanges]:
        """The pages of changes, each with the cursor after it."""
        answer = types.BookingList
        all_pages = Each(self._connection, "bookinglist", answer, self._request, self._options, bookings_of)
        for page in all_pages.pages():
            yield from changes_in(page)


class ChangeFeed(Resource):
    """The changes of bookings, complete and in order."""

    __slots__ = ()

    def each(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        filters: types.BookingListRequestFilters | None = None,
        settings: types.BookingListRequestSettings | None = None,
        options: CallOptions | None = None,
    ) -> EachChange:
        """Iterates over the bookings that changed since the cursor. `.pages()` iterates over pages with their cursors.

        Ends when there are no further changes. A booking that changes between two pages is returned again.
        """
        return EachChange(self._connection, changes_request(cursor, limit, filters, settings), options)

    def __call__(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        filters: types.BookingListRequestFilters | None = None,
        settings: types.BookingListRequestSettings | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[BookingChanges]:
        """Deprecated. Use `changes.each(…).pages()`."""
        deprecated("bookings.changes(…)", "bookings.changes.each(…).pages()")
        return EachChange(self._connection, changes_request(cursor, limit, filters, settings), options).pages()


class HotelsBase(Resource):
    __slots__ = ()

    def prebooking(
        self, *, options: CallOptions | None = None, **request: Unpack[types.QuoteRequest]
    ) -> types.Quote:
        """Deprecated. Use `quote`."""
        deprecated("hotels.prebooking", "hotels.quote")
        return self._connection.call("prebooking", types.Quote, request, options).data

    def availability_pages(
        self, *, options: CallOptions | None = None, **request: Unpack[types.AvailabilityRequest]
    ) -> Iterator[types.AvailabilityResponse]:
        """Deprecated. Use `availability.each(…).pages()`."""
        deprecated("hotels.availability_pages", "hotels.availability.each(…).pages()")
        connection = self._connection
        return Each(
            connection, "availability", types.AvailabilityResponse, request, options, lambda page: page.hotels
        ).pages()


class BookingsBase(Resource):
    __slots__ = ()

    @property
    def changes(self) -> ChangeFeed:
        """The change feed. `.each()` iterates over the changed bookings."""
        return ChangeFeed(self._connection)

    def each(
        self,
        *,
        filters: types.BookingListRequestFilters | None = None,
        sort: types.BookingListRequestSort | None = None,
        settings: types.BookingListRequestSettings | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Each[types.BookingSummary, types.BookingList]:
        """Deprecated. Use `list.each(…)`."""
        deprecated("bookings.each", "bookings.list.each")
        request = {"filters": filters, "sort": sort, "settings": settings, "page": {"limit": limit}}
        return Each(self._connection, "bookinglist", types.BookingList, request, options, bookings_of)

    def wait_until_settled(
        self, *, timeout: float = DEFAULT_TIMEOUT, **ref: Unpack[BookingRef]
    ) -> types.BookingDetail:
        """Reads the booking until its state is no longer PENDING, ON_REQUEST or CANCEL_PENDING.

        Raises a TimeoutError after `timeout` seconds.
        """
        return self._connection.drive(wait_until_settled(self._connection.core, ref, timeout))
