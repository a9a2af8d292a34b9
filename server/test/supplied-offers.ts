/**
 * Generates stays, policies and offers that a supplier might return, with unusual currencies, time zones and nights
 * with clock changes. All values are drawn independently and combined afterwards, because nested generators take a
 * hundred times as long.
 */
import { BOARD_CODES } from '@serai/contract/shared/lodging.ts';
import fc from 'fast-check';
import type { Exchange } from '../src/booking/offers/priced-offer.ts';
import {
  offerNetMinor,
  type PenaltyStart,
  roomNetMinor,
  type SuppliedCharge,
  type SuppliedOffer,
  type SuppliedPolicy,
  type SuppliedRoom,
} from '../src/booking/port/supplied-offer.ts';
import { addDays } from '../src/platform/time/civil-date.ts';

const DAY_MS = 86_400_000;
const MAX_ROOMS = 3;
const MAX_NIGHTS = 5;

/**
 * Ordinary time zones, zones 14 hours ahead and 11 hours behind, with a quarter-hour offset and with a day without
 * midnight, and an unknown zone.
 */
export const timeZone = fc.constantFrom(
  'Europe/Madrid',
  'America/New_York',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  null,
);

const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'USD');

/** Dates around clock changes and the leap day, or any date. */
export const checkIn = fc.oneof(
  fc.constantFrom('2027-03-13', '2027-03-27', '2027-03-28', '2027-10-30', '2027-10-31', '2028-02-29'),
  fc.integer({ min: 0, max: 700 }).map(days => addDays('2027-01-01', days)),
);

/** A share of an amount: nothing, the smallest unit, everything, slightly more than everything, or some thousandths. */
const share = fc.oneof(
  fc.constantFrom<Share>('NONE', 'LEAST', 'ALL', 'MORE'),
  fc.integer({ min: 0, max: 1000 }),
);
type Share = 'NONE' | 'LEAST' | 'ALL' | 'MORE' | number;

/** Generates functions that return a policy for a date of arrival and a price. */
export const policyMaker: fc.Arbitrary<(arrival: string, netMinor: number) => SuppliedPolicy> = fc
  .record({
    isKnown: fc.integer({ min: 0, max: 9 }).map(each => each > 0),
    penalties: fc.array(
      fc.record({
        start: fc.constantFrom('ALWAYS', 'INSTANT', 'INSTANT', 'LOCAL', 'LOCAL', 'LOCAL'),
        afterArrivalMs: fc.integer({ min: -40 * DAY_MS, max: 3 * DAY_MS }),
        share,
      }),
      { maxLength: 5 },
    ),
    noShow: fc.option(share),
  })
  .map(({ isKnown, penalties, noShow }) => (arrival, netMinor) => {
    if (!isKnown) return { kind: 'UNKNOWN' };
    return {
      kind: 'KNOWN',
      penalties: penalties.map(({ start, afterArrivalMs, share: part }) => ({
        from: startOf(start, Date.parse(arrival) + afterArrivalMs),
        penaltyMinor: partOf(netMinor, part),
      })),
      noShowMinor: noShow === null ? null : partOf(netMinor, noShow),
    };
  });

function startOf(kind: string, atMs: number): PenaltyStart {
  if (kind === 'ALWAYS') return { kind };
  return kind === 'INSTANT'
    ? { kind, atMs }
    : { kind: 'LOCAL', at: new Date(atMs).toISOString().slice(0, 16) };
}

function partOf(minor: number, part: Share): number {
  if (typeof part === 'number') return Math.floor((minor * part) / 1000);
  return { NONE: 0, LEAST: 1, ALL: minor, MORE: minor + 1 }[part];
}

const charge = fc.record({
  code: fc.constantFrom('VAT', 'CITY_TAX', 'RESORT_FEE'),
  description: fc.constant('A charge'),
  type: fc.constantFrom<SuppliedCharge['type'][]>('TAX', 'FEE'),
  basis: fc.constantFrom<SuppliedCharge['basis'][]>('PER_STAY', 'PERCENT', 'PER_PERSON_PER_NIGHT', 'UNKNOWN'),
  collection: fc.constantFrom<SuppliedCharge['collection'][]>('INCLUDED', 'PAY_AT_PROPERTY'),
  amountMinor: fc.option(fc.integer({ min: 0, max: 50_000 }), { freq: 9 }),
});

/** A charge may also have a percentage or an amount in another currency. */
const CHARGE_DETAILS = [
  {},
  { percent: '19.00' },
  { local: { currency: 'AED', amountMinor: 1_234 } },
] as const;
const suppliedCharge = fc
  .tuple(charge, fc.constantFrom(...CHARGE_DETAILS))
  .map(([each, details]): SuppliedCharge => ({ ...each, ...details }));

const room = fc.record({
  roomCode: fc.option(fc.constantFrom('DBL', 'SGL', 'FAM'), { freq: 4 }),
  name: fc.constantFrom('Double Room', 'Double room - SEA VIEW', 'Habitación doble'),
  hasBeds: fc.boolean(),
  hasNights: fc.integer({ min: 0, max: 3 }).map(each => each > 0),
  allotment: fc.option(fc.nat(9)),
  nightlyMinor: fc.array(fc.integer({ min: 0, max: 90_000 }), {
    minLength: MAX_NIGHTS,
    maxLength: MAX_NIGHTS,
  }),
  stayCharges: fc.array(
    fc
      .integer({ min: 0, max: 9_000 })
      .map(amountMinor => ({ code: 'CLEANING_FEE', description: 'Final cleaning', amountMinor })),
    { maxLength: 2 },
  ),
});

type DrawnRoom = typeof room extends fc.Arbitrary<infer Room> ? Room : never;

function suppliedRoom(
  { roomCode, name, hasBeds, hasNights, ...drawn }: DrawnRoom,
  nights: number,
): SuppliedRoom {
  const nightlyMinor = drawn.nightlyMinor.slice(0, nights);
  const whole = { ...drawn, roomCode, nightlyMinor };
  return {
    ...whole,
    ...(roomCode === null && { name: { code: 'ROOM', text: name, language: 'en' }, supplierRoomCode: '17' }),
    ...(roomCode === null && hasBeds && { beds: [{ type: 'KING', count: 1 } as const] }),
    ...(!hasNights && { nightlyMinor: null, totalMinor: roomNetMinor(whole) }),
  };
}

export interface OfferedStay {
  checkIn: string;
  checkOut: string;
  timeZone: string | null;
  offer: SuppliedOffer;
  /** Conversion into the requested currency. Null if the supplier sells in that currency. */
  exchange: Exchange | null;
}

export const offeredStay: fc.Arbitrary<OfferedStay> = fc
  .record({
    checkIn,
    timeZone,
    nights: fc.integer({ min: 1, max: MAX_NIGHTS }),
    rooms: fc.array(room, { minLength: 1, maxLength: MAX_ROOMS }),
    rateKey: fc.nat().map(number => `rate|${number}`),
    board: fc.constantFrom(...BOARD_CODES),
    payment: fc.constantFrom('MERCHANT', 'PAY_AT_PROPERTY'),
    currencies: fc.tuple(currency, currency),
    rate: fc.integer({ min: 1, max: 2_000_000_000 }),
    margin: fc.option(share),
    charges: fc.array(suppliedCharge, { maxLength: 3 }),
    makePolicy: policyMaker,
  })
  .map(({ checkIn: arrival, timeZone: zone, nights, currencies: [from, to], rate, ...given }) => {
    const rooms = given.rooms.map(each => suppliedRoom(each, nights));
    const netMinor = offerNetMinor({ rooms });
    const { rateKey, board, payment, charges, margin } = given;
    return {
      checkIn: arrival,
      checkOut: addDays(arrival, nights),
      timeZone: zone,
      offer: {
        rateKey,
        board,
        payment,
        currency: from,
        rooms,
        sellingMinor: margin === null ? null : netMinor + partOf(netMinor, margin),
        charges,
        policy: given.makePolicy(arrival, netMinor),
        promotions: [{ code: 'EARLY', text: 'Early booking', language: 'en' }],
      },
      exchange:
        from === to ? null : { from, to, rate: (rate / 1e7).toFixed(7), asOfMs: Date.UTC(2027, 0, 1) },
    };
  });
