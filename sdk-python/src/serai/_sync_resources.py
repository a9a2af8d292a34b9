"""Methods of the synchronous client that send more than one request."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._generated import types
from ._model import Model
from ._options import BookingRef, CallOptions
from ._pages import BookingChanges, changes_in, changes_request, first_cursor, next_cursor, with_cursor
from ._settle import DEFAULT_TIMEOUT, wait_until_settled
from ._sync import SyncConnection

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


class HotelsBase(Resource):
    __slots__ = ()

    def availability_pages(
        self, *, options: CallOptions | None = None, **request: Unpack[types.AvailabilityRequest]
    ) -> Iterator[types.AvailabilityAnswer]:
        """Iterates over all pages of one search. Each page is requested when it is reached."""
        connection = self._connection
        return Each(
            connection, "availability", types.AvailabilityAnswer, request, options, lambda page: page.hotels
        ).pages()


class BookingsBase(Resource):
    __slots__ = ()

    def each(
        self,
        *,
        filters: types.BookinglistRequestFilters | None = None,
        sort: types.BookinglistRequestSort | None = None,
        settings: types.BookinglistRequestSettings | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Each[types.BookingSummary, types.BookinglistAnswer]:
        """Iterates over all bookings that match the filters. `limit` is the number of bookings per request."""
        request = {"filters": filters, "sort": sort, "settings": settings, "page": {"limit": limit}}
        answer = types.BookinglistAnswer
        return Each(self._connection, "bookinglist", answer, request, options, lambda page: page.bookings)

    def changes(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        filters: types.BookinglistRequestFilters | None = None,
        settings: types.BookinglistRequestSettings | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[BookingChanges]:
        """Iterates over the pages of changes since the cursor, in the order of the changes.

        Ends when there are no further changes. A booking that changes between two pages is returned again.
        """
        request = changes_request(cursor, limit, filters, settings)
        answer = types.BookinglistAnswer
        pages = Each(self._connection, "bookinglist", answer, request, options, lambda page: page.bookings)
        for page in pages.pages():
            yield from changes_in(page)

    def wait_until_settled(
        self, *, timeout: float = DEFAULT_TIMEOUT, **ref: Unpack[BookingRef]
    ) -> types.BookingdetailAnswer:
        """Reads the booking until its state is no longer PENDING, ON_REQUEST or CANCEL_PENDING.

        Raises a TimeoutError after `timeout` seconds.
        """
        return self._connection.drive(wait_until_settled(self._connection.core, ref, timeout))
