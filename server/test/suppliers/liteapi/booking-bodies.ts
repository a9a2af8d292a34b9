/**
 * Response bodies of the LiteAPI simulator for bookings. Book, lookup and list return the same booking in three
 * formats.
 */
import type { SimulatedBooking } from './ledger.ts';
import { rateId } from './offer-ids.ts';
import { policyBody } from './rate-bodies.ts';
import { amountOf, isRefundable, totalOf } from './rates.ts';

/** LiteAPI responds to a booking before it writes the record, so the two have different times. */
const RECORD_DELAY_MS = 3_000;

/** `POST /rates/book` and `GET /bookings/{bookingId}`. */
export function bookedBody(booking: SimulatedBooking, isSandbox: boolean): object {
  const data = {
    ...commonFields(booking, isSandbox),
    bookedRooms: roomBodies(booking),
    createdAt: localTime(booking.createdAtMs),
    updatedAt: '',
  };
  return { data, guestLevel: 0, sandbox: isSandbox };
}

/** One element of `GET /bookings?clientReference=`. */
export function foundBody(booking: SimulatedBooking, isSandbox: boolean): object {
  const recordedAtMs = booking.createdAtMs + RECORD_DELAY_MS;
  return {
    ...commonFields(booking, isSandbox),
    rooms: roomBodies(booking),
    guestId: '0',
    createdAt: `${localTime(recordedAtMs)}Z`,
    updatedAt: `${localTime(booking.cancelledAtMs ?? recordedAtMs)}Z`,
    cancelledAt: booking.cancelledAtMs === null ? null : `${localTime(booking.cancelledAtMs)}Z`,
  };
}

/** One element of `GET /bookings/`, which has other field names, and strings instead of numbers. */
export function listedBody(booking: SimulatedBooking, isSandbox: boolean): object {
  const { prebook, holder } = booking;
  const { stay, rate, hotel } = prebook;
  return {
    id: 1_000_000 + booking.bookingId.length,
    checkin: stay.checkin,
    checkout: stay.checkout,
    firstName: holder.firstName ?? '',
    lastName: holder.lastName ?? '',
    adults: stay.occupancies[0]?.adults ?? 0,
    children: (stay.occupancies[0]?.children ?? []).join(','),
    hotel_confirmation_code: 'test',
    bookingId: booking.bookingId,
    booking_Id: booking.bookingId,
    prebook_Id: prebook.prebookId,
    status: booking.status,
    payment_status: 'succeeded',
    payment_transaction_id: booking.paymentTransactionId,
    retail_rate: String(amountOf(booking.priceMinor, stay.currency)),
    exchange_rate: 1,
    exchange_rate_usd: 1,
    email: holder.email ?? '',
    cancelPolicies: JSON.stringify(policyBody(rate.terms, stay, rate.roomsMinor)),
    tag: isRefundable(rate.terms) ? 'RFN' : 'NRFN',
    currency: stay.currency,
    nationality: stay.guestNationality,
    hotelId: hotel.id,
    Hotel_name: hotel.name,
    created_at: `${localTime(booking.createdAtMs + RECORD_DELAY_MS)}Z`,
    updated_at: `${localTime(booking.createdAtMs + RECORD_DELAY_MS)}Z`,
    cancelled_at: booking.cancelledAtMs === null ? null : `${localTime(booking.cancelledAtMs)}Z`,
    amount_refunded: 0,
    client_reference: booking.clientReference,
    sandbox: isSandbox ? 1 : 0,
    version: 30,
    processing_fee: amountOf(booking.processingFeeMinor, stay.currency),
    supplier_Booking_Id: booking.bookingId,
  };
}

export function cancelledBody(booking: SimulatedBooking, isSandbox: boolean): object {
  const { stay, rate } = booking.prebook;
  const refundMinor = totalOf(rate) - booking.cancellationFeeMinor;
  return {
    data: {
      bookingId: booking.bookingId,
      status: booking.status,
      cancellation_fee: amountOf(booking.cancellationFeeMinor, stay.currency),
      refund_amount: amountOf(Math.max(0, refundMinor), stay.currency),
      currency: stay.currency,
    },
    sandbox: isSandbox,
  };
}

function commonFields(booking: SimulatedBooking, isSandbox: boolean): object {
  const { prebook, holder } = booking;
  const { stay, rate, hotel } = prebook;
  const price = amountOf(booking.priceMinor, stay.currency);
  return {
    bookingId: booking.bookingId,
    clientReference: booking.clientReference,
    supplierBookingId: booking.bookingId,
    supplierBookingName: 'nuitee',
    supplier: 'nuitee',
    supplierId: 2,
    status: booking.status,
    hotelConfirmationCode: 'test',
    checkin: stay.checkin,
    checkout: stay.checkout,
    hotel: { hotelId: hotel.id, name: hotel.name },
    holder: {
      firstName: holder.firstName ?? '',
      lastName: holder.lastName ?? '',
      email: holder.email ?? '',
      phone: holder.phone ?? '',
    },
    cancellationPolicies: policyBody(rate.terms, stay, rate.roomsMinor),
    price,
    commission: 0,
    currency: stay.currency,
    prebookId: prebook.prebookId,
    paymentStatus: 'succeeded',
    paymentTransactionId: booking.paymentTransactionId,
    sellingPrice: String(price),
    tag: isRefundable(rate.terms) ? 'RFN' : 'NRFN',
    userId: 4711,
    nationality: stay.guestNationality,
    hotelId: hotel.id,
    hotelName: hotel.name,
    sandbox: isSandbox ? 1 : 0,
    processingFee: amountOf(booking.processingFeeMinor, stay.currency),
  };
}

function roomBodies({ prebook, holder, guests }: SimulatedBooking): object[] {
  const { stay, rate, hotel } = prebook;
  return stay.occupancies.map(({ adults, children }, index) => {
    const minor = rate.roomsMinor[index] ?? 0;
    const amount = amountOf(minor, stay.currency);
    const own = guests.filter(({ occupancyNumber }) => occupancyNumber === index + 1);
    return {
      roomType: { roomTypeId: rateId(hotel.id, rate.plan, 0, 'type').slice(0, 52), name: rate.room.name },
      boardType: rate.board.code,
      boardName: rate.board.name,
      adults,
      children: children.length,
      rate: {
        rateId: rateId(hotel.id, rate.plan, index, stay.checkin),
        retailRate: { total: { amount, currency: stay.currency } },
        cancellationPolicies: policyBody(rate.terms, stay, [minor]),
        maxOccupancy: rate.room.maxOccupancy,
        boardType: rate.board.code,
        boardName: rate.board.name,
        remarks: '',
      },
      firstName: own[0]?.firstName ?? holder.firstName ?? '',
      lastName: own[0]?.lastName ?? holder.lastName ?? '',
      childrenAges: children.length === 0 ? null : [...children],
      occupancy_number: index + 1,
      amount,
      currency: stay.currency,
      children_count: children.length,
      remarks: own[0]?.remarks ?? '',
      guests: own,
      mappedRoomId: rate.room.isMapped ? rate.room.id : null,
    };
  });
}

/** A time in UTC without a time zone, as in the book response. */
function localTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
