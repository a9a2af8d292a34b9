/** The content of a voucher. Pure. It must never contain a price. */
import type { Voucher } from '@serai/contract/booking/voucher.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { isoTime } from '../../platform/iso-time.ts';
import type { Booking } from '../bookings/booking.ts';
import { bookingView } from '../bookings/booking-view.ts';
import type { BookingPeople } from '../bookings/people.ts';
import { labelLanguage, textsIn } from './voucher-texts.ts';

export interface HotelSheet {
  /** In the requested language, or in the fallback language of the catalogue. */
  name: string;
  address: NonNullable<Voucher['hotel']['address']>;
  phone: string | null;
  email: string | null;
  checkInFrom: string | null;
  checkOutUntil: string | null;
  /** Names by room code. Rooms that the catalogue does not contain are missing. */
  rooms: ReadonlyMap<string, string>;
}

export interface VoucherFacts {
  booking: Booking;
  /** Undefined if the personal data has been erased. */
  people: BookingPeople | undefined;
  /** Undefined if the catalogue does not contain the hotel. */
  hotel: HotelSheet | undefined;
  issuedBy: Voucher['issuedBy'];
  language: string;
  nowMs: number;
}

export function buildVoucher({
  booking,
  people,
  hotel,
  issuedBy,
  language: requested,
  nowMs,
}: VoucherFacts): Voucher {
  const { content } = booking;
  const view = bookingView(booking, people, nowMs);
  const language = labelLanguage(requested);
  return {
    bookingId: view.bookingId,
    clientReference: view.clientReference,
    language,
    issuedAt: isoTime(nowMs),
    testMode: booking.test_mode,
    hotelConfirmationNumber: view.hotelConfirmationNumber,
    providerReference: view.providerReference,
    hotel: {
      hotelId: view.hotel.hotelId,
      name: hotel?.name ?? content.hotel.name,
      address: hotel?.address ?? null,
      phone: hotel?.phone ?? null,
      email: hotel?.email ?? null,
      location: content.hotel.location,
      checkInFrom: hotel?.checkInFrom ?? null,
      checkOutUntil: hotel?.checkOutUntil ?? null,
    },
    checkIn: booking.check_in,
    checkOut: booking.check_out,
    nights: nightsBetween(booking.check_in, booking.check_out),
    board: { code: content.board.code, name: textsIn(language).boards[content.board.code] },
    holder: { firstName: view.holder.firstName, lastName: view.holder.lastName },
    rooms: view.rooms.map(({ roomRef, roomCode, name, guests, specialRequests }) => ({
      roomRef,
      name: (roomCode === null ? undefined : hotel?.rooms.get(roomCode)) ?? name,
      guests,
      specialRequests,
    })),
    payableThrough: content.payableThrough ?? null,
    issuedBy,
  };
}
