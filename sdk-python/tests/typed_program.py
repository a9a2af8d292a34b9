"""Programs that type checkers must accept, and mistakes that they must find. It is checked but never run."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from decimal import Decimal

from typing_extensions import assert_type

from serai import AsyncSerai, CallOptions, ConditionalOptions, Money, NotModified, Response, Serai, types, webhooks

serai = Serai()
found = serai.hotels.availability(
    checkIn="2027-03-12",
    checkOut=datetime.date(2027, 3, 14),
    occupancies=[{"adults": 2}],
    destination={"canonicalCityId": "plc_1"},
    options=CallOptions(timeout=20),
)
assert_type(found.hotels[0].from_price, Money)
assert_type(found.hotels[0].from_price.amount, Decimal)
assert_type(found.expires_at, datetime.datetime)
assert_type(serai.bookings.with_response.get(bookingId="bkg_1"), Response[types.BookingDetail])
for hotel in serai.content.hotels.each(countryCode="ES"):
    assert_type(hotel, types.Hotel)

boards = serai.content.boards(options=ConditionalOptions(if_none_match='"abc"'))
assert_type(boards, types.BoardsResponse | NotModified)
assert_type(serai.content.boards(options=CallOptions(request_id="r")), types.BoardsResponse)
boards.boards  # type: ignore  # noqa: B018  # The boards may not have changed.
serai.bookings.get(bookingId="b", options=ConditionalOptions(if_none_match="x"))  # type: ignore  # Bookings have no etag.
serai.hotels.quote(offer="off_1")  # type: ignore  # The field is called offerId.
serai.bookings.create(quoteId="quo_1")  # type: ignore  # Required fields are missing.
serai.places.search(query=1)  # type: ignore  # The query is text.
serai.bookings.cancel(bookingId="bkg_1", mode="QUOTE")  # type: ignore  # Each mode has its own method.
found.hotels[0].hotelId  # type: ignore  # noqa: B018  # Attributes of responses are in snake case.


async def read(client: AsyncSerai) -> None:
    assert_type(await client.bookings.get(bookingId="bkg_1"), types.BookingDetail)
    async for page in client.bookings.changes.each().pages():
        assert_type(page.cursor, str)


def import_unknown_name() -> None:
    from serai import AsyncSeria  # type: ignore  # noqa: F401  # No such class.


class FlaskHeaders:
    """Has the methods of the headers of Flask."""

    def items(self, lower: bool = False) -> Iterable[tuple[str, str]]:
        return ()


event = webhooks.unwrap(b"", {}, "whsec_x")
event = webhooks.unwrap(b"", FlaskHeaders(), "whsec_x")
if isinstance(event, types.BookingConfirmedEvent):
    assert_type(event.data.booking, types.Booking)
