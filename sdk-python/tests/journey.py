"""Runs every step from search to cancellation against a started service, and prints the results as one line of JSON."""

from __future__ import annotations

import asyncio
import json
import os
import uuid
from datetime import date, timedelta
from typing import Any

import serai as package
from serai import AsyncSerai, ConflictError, Money, Serai, types, webhooks

HOTEL_ID = os.environ["HOTEL_ID"]
SLOW_HOTEL_ID = os.environ["SLOW_HOTEL_ID"]
REFERENCE = f"PYTHON-{uuid.uuid4()}"


def request_for(serai: Serai, hotel_id: str, reference: str) -> types.BookingRequest:
    found = serai.hotels.availability(
        checkIn=date.today() + timedelta(days=60),
        checkOut=date.today() + timedelta(days=62),
        occupancies=[{"adults": 2}],
        hotelIds=[hotel_id],
    )
    quote = serai.hotels.quote(offerId=found.hotels[0].offers[0].offer_id)
    guests: list[types.BookingRequestRoomGuest] = [
        {"type": "ADULT", "firstName": name, "lastName": "Moreno"} for name in ("Ada", "Luis")
    ]
    return {
        "quoteId": quote.quote_id,
        "clientReference": reference,
        "holder": {"firstName": "Ada", "lastName": "Moreno", "email": "ada@example.com", "phone": "+34 600 000 000"},
        "rooms": [{"roomRef": room.room_ref, "guests": guests} for room in quote.offer.rooms],
        "expectedPrice": quote.offer.price.net,
    }


async def read_async(booking_id: str) -> tuple[str, int]:
    async with AsyncSerai() as serai:
        answer = await serai.bookings.get(bookingId=booking_id)
        return answer.booking.status, len([hotel async for hotel in serai.content.hotels.each(page={"limit": 5})])


def journey(serai: Serai) -> dict[str, Any]:
    request = request_for(serai, HOTEL_ID, REFERENCE)
    created = serai.bookings.with_response.create(**request)
    again = serai.bookings.with_response.create(**request)
    booking_id = created.data.booking.booking_id
    read = serai.bookings.get(clientReference=REFERENCE, include=["history"])
    listed = serai.bookings.list(filters={"clientReferences": [REFERENCE]})
    walked = [each.booking_id for each in serai.bookings.list.each(page={"limit": 1})].count(booking_id)
    pages = list(serai.bookings.changes.each(limit=1).pages())
    voucher = serai.bookings.voucher(bookingId=booking_id)
    quoted = serai.bookings.quote_cancellation(bookingId=booking_id)
    before = asyncio.run(read_async(booking_id))
    cancelled = serai.bookings.cancel(bookingId=booking_id, maxPenalty=quoted.penalty)
    settled = serai.bookings.wait_until_settled(bookingId=booking_id, timeout=60)
    # Another program may book at the same time.
    later = list(serai.bookings.changes.each(cursor=pages[-1].cursor))
    since = [each.status for each in later if each.booking_id == booking_id]
    slow = f"{REFERENCE}-SLOW"
    opened = serai.bookings.with_response.create(**request_for(serai, SLOW_HOTEL_ID, slow))
    closed = serai.bookings.wait_until_settled(clientReference=slow, timeout=120)
    conflict = ""
    changed: types.BookingRequest = {**request, "remarks": "Another body"}
    try:
        serai.bookings.create(**changed)
    except ConflictError as error:
        conflict = f"{error.code} {error.booking_id == booking_id}".lower()
    secret = "whsec_QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="
    ping = {"id": "evt_1", "type": "webhook.ping", "data": {"endpointId": "whk_1", "message": "hello"}}
    signed = webhooks.sign(ping, secret)
    limit = serai.rate_limit
    return {
        "package": package.__file__,
        "created": [created.status, created.data.booking.status, created.replayed, created.request_id is not None],
        "again": [again.data.booking.booking_id == booking_id, again.replayed],
        "read": [read.booking.status, read.booking.version, [each.event for each in read.history or []]],
        "listed": [each.booking_id == booking_id for each in listed.bookings],
        "walked": walked,
        "changed": [each.booking_id for page in pages for each in page.bookings].count(booking_id),
        "voucher": voucher.voucher.booking_id == booking_id,
        "quoted": [type(quoted.penalty) is Money, str(quoted.penalty.amount), quoted.booking.status],
        "async": [before[0], before[1] > 5],
        "cancelled": [cancelled.booking.status, str(cancelled.penalty.amount)],
        "settled": settled.booking.status,
        "since": since,
        "open": [opened.status, opened.data.booking.status],
        "closed": closed.booking.status,
        "conflict": conflict,
        "utc": str(read.booking.created_at.tzinfo),
        "limit": limit.day.limit if limit and limit.day else None,
        "event": webhooks.unwrap(signed.body, signed.headers, secret).type,
    }


if __name__ == "__main__":
    with Serai() as client:
        print(json.dumps(journey(client)))
