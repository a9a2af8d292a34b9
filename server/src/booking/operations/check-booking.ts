/** Checks a booking request against its quote, as far as that is possible without the supplier. Pure. */
import type { BookingRequest } from '@serai/contract/booking/booking.ts';
import type { ErrorCode, ErrorDetail } from '@serai/contract/errors.ts';
import { toMinorUnits } from '@serai/contract/shared/amounts.ts';
import type { Occupancy, Requirements } from '../port/supplier.ts';
import type { Quote } from '../quotes/quote.ts';

export interface Refusal {
  code: ErrorCode;
  message: string;
  details?: ErrorDetail[];
}

type Quoted = Pick<Quote, 'status' | 'terms_hash' | 'content'>;
type Room = BookingRequest['rooms'][number];

export function checkBooking(request: BookingRequest, quote: Quoted): Refusal | undefined {
  const { requirements, stay, offer } = quote.content;
  const missing = [...missingFields(request, requirements)];
  if (missing.length > 0) {
    return {
      code: 'VALIDATION_ERROR',
      message: 'Fields required by the quote are missing or invalid.',
      details: missing,
    };
  }
  const mismatches = [...occupancyMismatches(request.rooms, stay.occupancies)];
  if (mismatches.length > 0) {
    return { code: 'OCCUPANCY_MISMATCH', message: 'The guests do not match the quote.', details: mismatches };
  }
  const { net } = offer.price;
  const { expectedPrice } = request;
  if (expectedPrice.currency !== net.currency || toMinorUnits(expectedPrice) !== toMinorUnits(net)) {
    const message = `The quoted price is ${net.amount} ${net.currency}. Send it as expectedPrice.`;
    const details = [{ path: '/expectedPrice', code: 'PRICE_MISMATCH', message, quoted: net }];
    return { code: 'PRICE_MISMATCH', message, details };
  }
  const isAccepted = request.termsHash === quote.terms_hash;
  if (request.termsHash === undefined ? quote.status !== 'AVAILABLE' : !isAccepted) {
    return { code: 'TERMS_NOT_ACCEPTED', message: 'Send the termsHash of the quote to accept its terms.' };
  }
  return undefined;
}

function* missingFields(
  { holder, rooms, remarks }: BookingRequest,
  requirements: Requirements,
): Iterable<ErrorDetail> {
  const required = (path: string, what: string): ErrorDetail => ({
    path,
    code: 'REQUIRED_BY_QUOTE',
    message: `The provider requires ${what}.`,
  });
  if (requirements.holderEmail && holder.email === undefined) {
    yield required('/holder/email', 'the email address of the holder');
  }
  if (requirements.holderPhone && holder.phone === undefined) {
    yield required('/holder/phone', 'the telephone number of the holder');
  }
  for (const [i, { guests }] of rooms.entries()) {
    for (const [j, guest] of guests.entries()) {
      const isLead = guests.findIndex(({ type }) => type === 'ADULT') === j;
      const mustBeNamed = isLead || requirements.guestNames === 'ALL';
      if (mustBeNamed && guest.firstName === undefined) {
        yield required(
          `/rooms/${i}/guests/${j}/firstName`,
          isLead ? 'the name of the first adult' : 'the name of every guest',
        );
      }
    }
  }
  yield* tooLongNames(holder, rooms, requirements.maxNameLength);
  const { maxRemarkLength } = requirements;
  if (remarks !== undefined && maxRemarkLength > 0 && remarks.length > maxRemarkLength) {
    const message = `This hotel accepts at most ${maxRemarkLength} characters.`;
    yield { path: '/remarks', code: 'TOO_BIG', message };
  }
}

function* tooLongNames(
  holder: BookingRequest['holder'],
  rooms: readonly Room[],
  most = Number.POSITIVE_INFINITY,
): Iterable<ErrorDetail> {
  const people: { at: string; person: Partial<Pick<Room['guests'][number], 'firstName' | 'lastName'>> }[] = [
    { at: '/holder', person: holder },
  ];
  for (const [i, { guests }] of rooms.entries()) {
    for (const [j, person] of guests.entries()) people.push({ at: `/rooms/${i}/guests/${j}`, person });
  }
  for (const { at, person } of people) {
    for (const field of ['firstName', 'lastName'] as const) {
      if ((person[field]?.length ?? 0) <= most) continue;
      const message = `The provider accepts at most ${most} characters.`;
      yield { path: `${at}/${field}`, code: 'TOO_BIG', message };
    }
  }
}

function* occupancyMismatches(
  rooms: readonly Room[],
  occupancies: readonly Occupancy[],
): Iterable<ErrorDetail> {
  for (const [i, { roomRef, guests }] of rooms.entries()) {
    const quoted = occupancies[roomRef - 1];
    const path = `/rooms/${i}`;
    if (quoted === undefined) {
      yield {
        path: `${path}/roomRef`,
        code: 'UNKNOWN_ROOM',
        message: 'The quote does not contain this room.',
      };
    } else if (!fits(guests, quoted)) {
      const children =
        quoted.childAges.length === 0 ? '' : ` and children aged ${quoted.childAges.join(', ')}`;
      const message = `The room was quoted for ${quoted.adults === 1 ? '1 adult' : `${quoted.adults} adults`}${children}.`;
      yield { path: `${path}/guests`, code: 'OCCUPANCY_MISMATCH', message };
    }
  }
  const given = new Set(rooms.map(({ roomRef }) => roomRef));
  for (const [i] of occupancies.entries()) {
    if (!given.has(i + 1)) {
      yield { path: '/rooms', code: 'MISSING_ROOM', message: `Room ${i + 1} of the quote is missing.` };
    }
  }
}

function fits(guests: Room['guests'], { adults, childAges }: Occupancy): boolean {
  const ages = guests.flatMap(({ type, age }) => (type === 'CHILD' ? (age ?? []) : []));
  const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b).join();
  return guests.length - ages.length === adults && sorted(ages) === sorted(childAges);
}
