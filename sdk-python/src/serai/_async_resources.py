"""Methods of the asynchronous client that send more than one request."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._headers import check_unconditional
from ._model import Model
from ._options import BookingRef, CallOptions
from ._pages import (
    BookingChanges,
    bookings_of,
    bookings_of_changes,
    changes_in,
    changes_request,
    deprecated,
    first_cursor,
    next_cursor,
    with_cursor,
)
from ._settle import DEFAULT_TIMEOUT, wait_until_settled

if TYPE_CHECKING:
    from ._async import AsyncConnection
    from ._generated import types
else:
    from ._lazy import types

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

I = TypeVar("I")
A = TypeVar("A", bound=Model)
P = TypeVar("P")


class AsyncResource:
    __slots__ = ("_connection",)

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection


class AsyncPages(AsyncIterator[A]):
    """Requests one page at a time. It is not a generator, so a loop may end early without closing it."""

    def __init__(
        self,
        connection: AsyncConnection,
        operation: str,
        answer: type[A],
        request: Mapping[str, Any],
        options: CallOptions | None,
    ) -> None:
        self._connection = connection
        self._operation = operation
        self._answer = answer
        self._request = request
        self._options = options
        self._cursor = first_cursor(request)
        self._last: A | None = None

    async def __anext__(self) -> A:
        cursor = self._cursor
        if self._last is not None:
            cursor = next_cursor(getattr(self._last, "page", None), cursor)
            if cursor is None:
                raise StopAsyncIteration
        request = with_cursor(self._request, cursor)
        response = await self._connection.call(self._operation, self._answer, request, self._options)
        self._cursor, self._last = cursor, response.data
        return response.data


class AsyncItems(AsyncIterator[I]):
    """The items of all pages."""

    def __init__(self, pages: AsyncIterator[P], items_of: Callable[[P], list[I]]) -> None:
        self._pages: AsyncIterator[Any] = pages
        self._items_of: Callable[[Any], list[I]] = items_of
        self._items: Iterator[I] = iter(())

    async def __anext__(self) -> I:
        while True:
            for item in self._items:
                return item
            self._items = iter(self._items_of(await self._pages.__anext__()))


class AsyncEach(Generic[I, A]):
    """All records of a list. Each iteration starts again and requests one page at a time."""

    def __init__(
        self,
        connection: AsyncConnection,
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

    def __aiter__(self) -> AsyncIterator[I]:
        return AsyncItems(self.pages(), self._items_of)

    def pages(self) -> AsyncIterator[A]:
        """The responses, one per page."""
        return AsyncPages(self._connection, self._operation, self._answer, self._request, self._options)


class AsyncEachChange:
    """All changed bookings. Each iteration starts again and requests one page at a time."""

    def __init__(self, connection: AsyncConnection, request: Mapping[str, Any], options: CallOptions | None) -> None:
        check_unconditional(options)
        self._connection = connection
        self._request = request
        self._options = options

    def __aiter__(self) -> AsyncIterator[types.BookingSummary]:
        return AsyncItems(self.pages(), bookings_of_changes)

    def pages(self) -> AsyncIterator[BookingChanges]:
        """The pages of changes, each with the cursor after it."""
        answer = types.BookingList
        pages = AsyncPages(self._connection, "bookinglist", answer, self._request, self._options)
        return AsyncItems(pages, changes_in)


class AsyncChangeFeed(AsyncResource):
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
    ) -> AsyncEachChange:
        """Iterates over the bookings that changed since the cursor. `.pages()` iterates over pages with their cursors.

        Ends when there are no further changes. A booking that changes between two pages is returned again.
        """
        return AsyncEachChange(self._connection, changes_request(cursor, limit, filters, settings), options)

    def __call__(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        filters: types.BookingListRequestFilters | None = None,
        settings: types.BookingListRequestSettings | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[BookingChanges]:
        """Deprecated. Use `changes.each(…).pages()`."""
        deprecated("bookings.changes(…)", "bookings.changes.each(…).pages()")
        return AsyncEachChange(self._connection, changes_request(cursor, limit, filters, settings), options).pages()


class AsyncHotelsBase(AsyncResource):
    __slots__ = ()

    def prebooking(
        self, *, options: CallOptions | None = None, **request: Unpack[types.QuoteRequest]
    ) -> Coroutine[Any, Any, types.Quote]:
        """Deprecated. Use `quote`."""
        deprecated("hotels.prebooking", "hotels.quote")

        async def call() -> types.Quote:
            return (await self._connection.call("prebooking", types.Quote, request, options)).data

        return call()

    def availability_pages(
        self, *, options: CallOptions | None = None, **request: Unpack[types.AvailabilityRequest]
    ) -> AsyncIterator[types.AvailabilityResponse]:
        """Deprecated. Use `availability.each(…).pages()`."""
        deprecated("hotels.availability_pages", "hotels.availability.each(…).pages()")
        connection = self._connection
        return AsyncEach(
            connection, "availability", types.AvailabilityResponse, request, options, lambda page: page.hotels
        ).pages()


class AsyncBookingsBase(AsyncResource):
    __slots__ = ()

    @property
    def changes(self) -> AsyncChangeFeed:
        """The change feed. `.each()` iterates over the changed bookings."""
        return AsyncChangeFeed(self._connection)

    def each(
        self,
        *,
        filters: types.BookingListRequestFilters | None = None,
        sort: types.BookingListRequestSort | None = None,
        settings: types.BookingListRequestSettings | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncEach[types.BookingSummary, types.BookingList]:
        """Deprecated. Use `list.each(…)`."""
        deprecated("bookings.each", "bookings.list.each")
        request = {"filters": filters, "sort": sort, "settings": settings, "page": {"limit": limit}}
        return AsyncEach(self._connection, "bookinglist", types.BookingList, request, options, bookings_of)

    async def wait_until_settled(
        self, *, timeout: float = DEFAULT_TIMEOUT, **ref: Unpack[BookingRef]
    ) -> types.BookingDetail:
        """Reads the booking until its state is no longer PENDING, ON_REQUEST or CANCEL_PENDING.

        Raises a TimeoutError after `timeout` seconds.
        """
        return await self._connection.drive(wait_until_settled(self._connection.core, ref, timeout))
