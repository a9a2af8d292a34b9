"""Methods of the asynchronous client that send more than one request."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._async import AsyncConnection
from ._generated import types
from ._model import Model
from ._options import BookingRef, CallOptions
from ._pages import BookingChanges, changes_in, changes_request, first_cursor, next_cursor, with_cursor
from ._settle import DEFAULT_TIMEOUT, wait_until_settled

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

I = TypeVar("I")
A = TypeVar("A", bound=Model)


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

    def __init__(self, pages: AsyncIterator[A], items_of: Callable[[A], list[I]]) -> None:
        self._pages = pages
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


class AsyncHotelsBase(AsyncResource):
    __slots__ = ()

    def availability_pages(
        self, *, options: CallOptions | None = None, **request: Unpack[types.AvailabilityRequest]
    ) -> AsyncIterator[types.AvailabilityAnswer]:
        """Iterates over all pages of one search. Each page is requested when it is reached."""
        return AsyncPages(self._connection, "availability", types.AvailabilityAnswer, request, options)


class AsyncBookingsBase(AsyncResource):
    __slots__ = ()

    def each(
        self,
        *,
        filters: types.BookinglistRequestFilters | None = None,
        sort: types.BookinglistRequestSort | None = None,
        settings: types.BookinglistRequestSettings | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncEach[types.BookingSummary, types.BookinglistAnswer]:
        """Iterates over all bookings that match the filters. `limit` is the number of bookings per request."""
        request = {"filters": filters, "sort": sort, "settings": settings, "page": {"limit": limit}}
        answer = types.BookinglistAnswer
        return AsyncEach(self._connection, "bookinglist", answer, request, options, lambda page: page.bookings)

    def changes(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        filters: types.BookinglistRequestFilters | None = None,
        settings: types.BookinglistRequestSettings | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[BookingChanges]:
        """Iterates over the pages of changes since the cursor, in the order of the changes.

        Ends when there are no further changes. A booking that changes between two pages is returned again.
        """
        request = changes_request(cursor, limit, filters, settings)
        pages = AsyncPages(self._connection, "bookinglist", types.BookinglistAnswer, request, options)
        return AsyncItems(pages, changes_in)

    async def wait_until_settled(
        self, *, timeout: float = DEFAULT_TIMEOUT, **ref: Unpack[BookingRef]
    ) -> types.BookingdetailAnswer:
        """Reads the booking until its state is no longer PENDING, ON_REQUEST or CANCEL_PENDING.

        Raises a TimeoutError after `timeout` seconds.
        """
        return await self._connection.drive(wait_until_settled(self._connection.core, ref, timeout))
