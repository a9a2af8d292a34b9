/** The steps that scenarios consist of: search, quote, book, read, cancel, and wait for later changes. */
import {
  type AvailabilityRequest,
  availability,
  type FullAvailabilityAnswer,
} from '@serai/contract/booking/availability.ts';
import { booking } from '@serai/contract/booking/booking.ts';
import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import { FINAL_STATES } from '@serai/contract/booking/booking-states.ts';
import { type BookingdetailAnswer, bookingdetail } from '@serai/contract/booking/bookingdetail.ts';
import { type CancelAnswer, cancel } from '@serai/contract/booking/cancel.ts';
import { type PrebookingAnswer, prebooking } from '@serai/contract/booking/prebooking.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import { addDays, dateAt } from '../../platform/time/civil-date.ts';
import type { Walk } from './walk.ts';

/** Far enough in the future for free cancellation. */
const DAYS_AHEAD = 60;
const NIGHTS = 3;
const POLL_MS = 4_000;

export type SearchedHotel = FullAvailabilityAnswer['hotels'][number];
export type SearchedOffer = SearchedHotel['offers'][number];

export function searchRequest(walk: Walk, nights = NIGHTS): AvailabilityRequest {
  const checkIn = addDays(dateAt(walk.clock.nowMs(), 0), DAYS_AHEAD);
  return {
    checkIn,
    checkOut: addDays(checkIn, nights),
    occupancies: [{ adults: 2 }],
    hotelIds: [walk.hotelId],
    include: ['unavailable'],
  } as AvailabilityRequest;
}

export async function search(
  walk: Walk,
  members: object = {},
  nights = NIGHTS,
): Promise<FullAvailabilityAnswer> {
  const response = await walk.call(availability, { ...searchRequest(walk, nights), ...members });
  return response as FullAvailabilityAnswer;
}

/** Finds the hotel of the scenario, which must have offers. */
export async function findHotel(walk: Walk, members: object = {}): Promise<SearchedHotel> {
  const { hotels, unavailable } = await search(walk, members);
  const [hotel] = hotels;
  if (hotel === undefined) walk.end('hotels', `offers for ${walk.hotelId}`, unavailable);
  walk.check('hotels[0].hotelId', walk.hotelId, hotel.hotelId);
  return hotel;
}

export async function findOffer(walk: Walk, members: object = {}): Promise<SearchedOffer> {
  const { offers } = await findHotel(walk, members);
  return offers[0] as SearchedOffer;
}

export function quote(walk: Walk, { offerId }: SearchedOffer): Promise<PrebookingAnswer> {
  return walk.call(prebooking, { offerId });
}

/** Requests a quote for the first offer and expects no changes. */
export async function findQuote(walk: Walk): Promise<PrebookingAnswer> {
  const quoted = await quote(walk, await findOffer(walk));
  walk.check('status', 'AVAILABLE', quoted.status);
  walk.check('changes', [], quoted.changes);
  return quoted;
}

const GUESTS = [
  { type: 'ADULT', firstName: 'Ada', lastName: 'Moreno' },
  { type: 'ADULT', firstName: 'Luis', lastName: 'Moreno' },
] as const;

export function bookingRequest(walk: Walk, { quoteId, offer }: PrebookingAnswer, members: object = {}) {
  return {
    quoteId,
    clientReference: walk.clientReference,
    holder: { firstName: 'Ada', lastName: 'Moreno', email: 'ada@example.com', phone: '+34 600 000 000' },
    rooms: offer.rooms.map(({ roomRef }) => ({ roomRef, guests: [...GUESTS] })),
    expectedPrice: offer.price.net,
    ...members,
  };
}

/** Books and expects an immediate confirmation. */
export async function book(
  walk: Walk,
  quoted: PrebookingAnswer,
  members: object = {},
): Promise<BookingRecord> {
  const { booking: made } = await walk.call(booking, bookingRequest(walk, quoted, members));
  checkState(walk, made, 'CONFIRMED');
  walk.holds(
    'booking.providerReference',
    'a reference',
    made.providerReference !== null,
    made.providerReference,
  );
  walk.check('booking.clientReference', walk.clientReference, made.clientReference);
  return made;
}

/** Books and expects a response with status 202, the given state and a resolution. */
export async function bookOpen(walk: Walk, quoted: PrebookingAnswer, state: string): Promise<BookingRecord> {
  const request = bookingRequest(walk, quoted);
  const { booking: made } = await walk.call(booking, request, 202);
  checkState(walk, made, state);
  walk.holds('booking.resolution', 'a resolution', made.resolution !== null, made.resolution);
  return made;
}

export function read(walk: Walk, bookingId: string): Promise<BookingdetailAnswer> {
  return walk.call(bookingdetail, { bookingId, include: ['history'] });
}

/** Cancels and expects no penalty and a full refund. */
export async function cancelFree(walk: Walk, { bookingId, price }: BookingRecord): Promise<void> {
  const cancelled = await walk.call(cancel, { bookingId });
  checkState(walk, cancelled.booking, 'CANCELLED/BY_CLIENT');
  checkCost(walk, cancelled, zero(price.net), price.net);
}

export function checkCost(walk: Walk, { penalty, refund }: CancelAnswer, cost: Money, back: Money): void {
  walk.check('penalty', cost, penalty);
  walk.check('refund', back, refund);
}

export function zero({ amount, currency }: Money): Money {
  return {
    amount: amount.replaceAll(/\d+/g, digits => digits.replaceAll(/\d/g, '0')).replace(/^0+/, '0'),
    currency,
  };
}

export function checkState(walk: Walk, made: BookingRecord, state: string): void {
  walk.check('booking state', state, stateOf(made));
}

export function stateOf({ status, statusReason }: BookingRecord): string {
  return statusReason === null ? status : `${status}/${statusReason}`;
}

/** Polls until the condition is met. Ends this scenario if it can no longer be met or takes too long. */
export async function settled(
  walk: Walk,
  { bookingId }: BookingRecord,
  seconds: number,
  what: string,
  isSettled: (booking: BookingRecord) => boolean,
): Promise<BookingRecord> {
  const endMs = walk.clock.monotonicMs() + seconds * 1000;
  for (;;) {
    const { booking: now, history = [] } = await read(walk, bookingId);
    if (isSettled(now)) {
      checkHistory(walk, now, history);
      return now;
    }
    // A rejected booking may still be confirmed late.
    const isFinal = (FINAL_STATES as readonly string[]).includes(now.status) && now.status !== 'REJECTED';
    if (isFinal) walk.end('booking state', what, stateOf(now));
    if (walk.clock.monotonicMs() >= endMs) walk.end(`after ${seconds} s`, what, stateOf(now));
    await walk.wait(POLL_MS);
  }
}

export function settledAs(
  walk: Walk,
  made: BookingRecord,
  seconds: number,
  state: string,
): Promise<BookingRecord> {
  return settled(walk, made, seconds, state, now => stateOf(now) === state);
}

/** Expects one history entry per version, without gaps. */
export function checkHistory(
  walk: Walk,
  { version, status }: BookingRecord,
  history: NonNullable<BookingdetailAnswer['history']>,
): void {
  const versions = Array.from({ length: version }, (_, i) => i + 1);
  walk.check(
    'history versions',
    versions,
    history.map(entry => entry.version),
  );
  walk.check('last status in history', status, history.at(-1)?.to);
}
