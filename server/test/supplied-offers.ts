/** Generated stays, policies and offers, as any supplier might give them: odd currencies, zones and nights when clocks change. */
import { BOARD_CODES } from '@serai/contract/shared/lodging.ts';
import fc from 'fast-check';
import type { Exchange } from '../src/booking/offers/priced-offer.ts';
import type {
  PenaltyStart,
  SuppliedCharge,
  SuppliedOffer,
  SuppliedPolicy,
  SuppliedRoom,
} from '../src/booking/port/supplied-offer.ts';
import { addDays } from '../src/platform/time/civil-date.ts';

/** 14 hours ahead, 11 behind, half and quarter hours, a day without midnight, and not known. */
export const timeZone = fc.constantFrom(
  'Europe/Madrid',
  'America/New_York',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  null,
);

export const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'USD');

/** Around the changes of clocks and the leap day, or any. */
export const checkIn = fc.oneof(
  fc.constantFrom('2027-03-13', '2027-03-27', '2027-03-28', '2027-10-30', '2027-10-31', '2028-02-29'),
  fc.integer({ min: 0, max: 700 }).map(days => addDays('2027-01-01', days)),
);

const penaltyStart = (arrival: string): fc.Arbitrary<PenaltyStart> => {
  const arrivalMs = Date.parse(arrival);
  const local = fc
    .tuple(fc.integer({ min: -40, max: 3 }), fc.integer({ min: 0, max: 1439 }))
    .map(([days, minute]) => new Date(Date.parse(addDays(arrival, days)) + minute * 60_000));
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<PenaltyStart>({ kind: 'ALWAYS' }) },
    {
      weight: 2,
      arbitrary: fc
        .integer({ min: -40 * 86_400_000, max: 3 * 86_400_000 })
        .map<PenaltyStart>(ms => ({ kind: 'INSTANT', atMs: arrivalMs + ms })),
    },
    {
      weight: 3,
      arbitrary: local.map<PenaltyStart>(at => ({ kind: 'LOCAL', at: at.toISOString().slice(0, 16) })),
    },
  );
};

/** Penalties in any order, some equal to the price and some beyond it. */
export const policy = (arrival: string, netMinor: number): fc.Arbitrary<SuppliedPolicy> => {
  const amount = fc.oneof(
    fc.constantFrom(0, 1, netMinor, netMinor + 1),
    fc.integer({ min: 0, max: netMinor + 5 }),
  );
  const known = fc.record({
    kind: fc.constant('KNOWN' as const),
    penalties: fc.array(fc.record({ from: penaltyStart(arrival), penaltyMinor: amount }), { maxLength: 5 }),
    noShowMinor: fc.option(amount),
  });
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<SuppliedPolicy>({ kind: 'UNKNOWN' }) },
    { weight: 9, arbitrary: known },
  );
};

const charge: fc.Arbitrary<SuppliedCharge> = fc.record({
  code: fc.constantFrom('VAT', 'CITY_TAX', 'RESORT_FEE'),
  description: fc.constant('A charge'),
  type: fc.constantFrom('TAX', 'FEE'),
  basis: fc.constantFrom('PER_STAY', 'PERCENT', 'PER_PERSON_PER_NIGHT', 'UNKNOWN'),
  collection: fc.constantFrom('INCLUDED', 'PAY_AT_PROPERTY'),
  amountMinor: fc.integer({ min: 0, max: 50_000 }),
});

const room = (nights: number): fc.Arbitrary<SuppliedRoom> =>
  fc.record({
    roomCode: fc.constantFrom('DBL', 'SGL', 'FAM'),
    allotment: fc.option(fc.nat(9)),
    nightlyMinor: fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: nights, maxLength: nights }),
    stayCharges: fc.array(
      fc.record({
        code: fc.constant('CLEANING_FEE'),
        description: fc.constant('Final cleaning'),
        amountMinor: fc.integer({ min: 0, max: 9_000 }),
      }),
      { maxLength: 2 },
    ),
  });

export interface OfferedStay {
  checkIn: string;
  checkOut: string;
  timeZone: string | null;
  offer: SuppliedOffer;
  /** To the currency asked for; null where the supplier sells in it. */
  exchange: Exchange | null;
}

export function netOf(offer: Pick<SuppliedOffer, 'rooms'>): number {
  const parts = offer.rooms.flatMap(({ nightlyMinor, stayCharges }) => [
    ...nightlyMinor,
    ...stayCharges.map(({ amountMinor }) => amountMinor),
  ]);
  return parts.reduce((sum, part) => sum + part, 0);
}

const rate = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.stringMatching(/^\d{0,8}[1-9]$/))
  .map(([whole, fraction]) => `${whole}.${fraction}`);

export const offeredStay: fc.Arbitrary<OfferedStay> = fc
  .record({ checkIn, nights: fc.integer({ min: 1, max: 5 }), rooms: fc.integer({ min: 1, max: 3 }) })
  .chain(({ checkIn: arrival, nights, rooms }) =>
    fc
      .array(room(nights), { minLength: rooms, maxLength: rooms })
      .chain(supplied => offeredStayOf(arrival, addDays(arrival, nights), supplied)),
  );

function offeredStayOf(
  arrival: string,
  departure: string,
  rooms: readonly SuppliedRoom[],
): fc.Arbitrary<OfferedStay> {
  const netMinor = netOf({ rooms });
  const offer = fc.record<SuppliedOffer>({
    rateKey: fc.stringMatching(/^[A-Z0-9|~:-]{1,64}$/),
    board: fc.constantFrom(...BOARD_CODES),
    payment: fc.constantFrom('MERCHANT', 'PAY_AT_PROPERTY'),
    currency,
    rooms: fc.constant(rooms),
    sellingMinor: fc.option(fc.integer({ min: netMinor, max: netMinor * 2 })),
    charges: fc.array(charge, { maxLength: 3 }),
    policy: policy(arrival, netMinor),
    promotions: fc.constant([{ code: 'EARLY', text: 'Early booking', language: 'en' }]),
  });
  return fc
    .record({ offer, timeZone, to: fc.option(currency), rate, asOfMs: fc.constant(Date.UTC(2027, 0, 1)) })
    .map(({ to, rate: value, asOfMs, ...given }) => {
      const from = given.offer.currency;
      const exchange = to === null || to === from ? null : { from, to, rate: value, asOfMs };
      return { checkIn: arrival, checkOut: departure, ...given, exchange };
    });
}
