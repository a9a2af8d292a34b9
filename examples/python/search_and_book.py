"""Finds the cheapest room with free cancellation in a city, books it and prints the outcome.

    python search_and_book.py Barcelona ORDER-1001
    python search_and_book.py Barcelona ORDER-1001 --cancel

The order number is the client reference of the booking. The program can be run again after a crash at any point: it never
books twice.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta

from serai import ConflictError, ConnectionError, GoneError, NotFoundError, Serai, TimeoutError, types

arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
place_name = arguments[0] if arguments else "Barcelona"
client_reference = arguments[1] if len(arguments) > 1 else f"ORDER-{time.time_ns()}"


def find_booking(serai: Serai) -> types.Booking | None:
    """Returns the booking of this order if an earlier run created it."""
    try:
        return serai.bookings.get(clientReference=client_reference).booking
    except NotFoundError:
        return None


def find_offers(serai: Serai) -> Iterator[types.SearchedOffer | types.OfferSummary]:
    """Yields the cheapest refundable offer of each hotel for two adults and two nights, cheapest hotel first."""
    places = serai.places.search(query=place_name, types=["CITY"]).places
    if not places:
        raise SystemExit(f"No city named {place_name} was found.")
    search = serai.hotels.availability.each(
        destination={"canonicalCityId": places[0].place_id},
        checkIn=date.today() + timedelta(days=60),
        checkOut=date.today() + timedelta(days=62),
        occupancies=[{"adults": 2}],
        filters={"refundableOnly": True},
        sort="PRICE",
        maxOffersPerHotel=1,
    )
    for page in search.pages():
        if not page.complete:
            print("A provider did not respond. There may be further offers.", file=sys.stderr)
        for hotel in page.hotels:
            for offer in hotel.offers:
                print(f"Offer: {hotel.name}, {offer.price.net}")
                yield offer


def quote_as_offered(serai: Serai) -> types.Quote:
    """Returns the first quote that equals its offer. Only the traveller may accept changes."""
    for offer in find_offers(serai):
        try:
            quote = serai.hotels.quote(offerId=offer.offer_id)
        except (ConflictError, GoneError) as error:
            print(f"  not available: {error.code}")
            continue
        if quote.status == "AVAILABLE":
            return quote
        print(f"  changed: {', '.join(change.field for change in quote.changes)}")
    raise SystemExit("No bookable offer was found.")


def book(serai: Serai) -> types.Booking:
    quote = quote_as_offered(serai)
    guests: list[types.BookingRequestRoomGuest] = [
        {"type": "ADULT", "firstName": name, "lastName": "Moreno"} for name in ("Ada", "Luis")
    ]
    try:
        return serai.bookings.create(
            quoteId=quote.quote_id,
            clientReference=client_reference,
            holder={"firstName": "Ada", "lastName": "Moreno", "email": "ada@example.com", "phone": "+34 600 000 000"},
            rooms=[{"roomRef": room.room_ref, "guests": guests} for room in quote.offer.rooms],
            expectedPrice=quote.offer.price.net,
        ).booking
    except (ConnectionError, TimeoutError) as error:
        if error.outcome == "not-sent":
            raise
        # The request may have arrived. If so, the booking exists under our reference.
        booking = find_booking(serai)
        if booking is None:
            raise
        return booking


with Serai() as client:
    started = find_booking(client) or book(client)
    settled = client.bookings.wait_until_settled(bookingId=started.booking_id).booking
    print(f"Booking: {settled.booking_id} {settled.status} {settled.hotel.name}")

    if "--cancel" in sys.argv and settled.status == "CONFIRMED":
        penalty = client.bookings.quote_cancellation(bookingId=settled.booking_id).penalty
        print(f"Cancelling costs {penalty}.")
        client.bookings.cancel(bookingId=settled.booking_id, maxPenalty=penalty)
        cancelled = client.bookings.wait_until_settled(bookingId=settled.booking_id).booking
        print(f"Booking: {cancelled.booking_id} {cancelled.status}")
