import { describe, expect, it } from 'vitest';
import { bookingContent, FREE_UNTIL_MS, NET_MINOR, RESERVATION } from '../../../../test/booking-world.ts';
import type { Reservation } from '../../port/outcomes.ts';
import type { SuppliedPolicy } from '../../port/supplied-offer.ts';
import type { Booking } from '../booking.ts';
import { compareTerms } from './compare-terms.ts';
import { PRICE_CHANGE } from './reprice-booking.ts';

const HOUR_MS = 3_600_000;
const BOOKED_MS = FREE_UNTIL_MS - 1_000 * HOUR_MS;

/** Free until the deadline, then the full price. Sold at cost in the supplier's currency. */
const booking = {
  check_in: RESERVATION.checkIn,
  currency: 'EUR',
  net_minor: NET_MINOR,
  supplier_net_minor: NET_MINOR,
  content: bookingContent(),
} as Booking;

const full = (atMs: number, penaltyMinor = NET_MINOR): SuppliedPolicy => ({
  kind: 'KNOWN',
  penalties: [{ from: { kind: 'INSTANT', atMs }, penaltyMinor }],
  noShowMinor: null,
});
const compare = (found: Partial<Reservation>, nowMs = BOOKED_MS, booked = booking) =>
  compareTerms(booked, { ...RESERVATION, ...found }, nowMs);

describe('terms at the provider', () => {
  it('terms are the same if the deadline is the same instant, whatever its notation', () => {
    expect(compare({ policy: full(FREE_UNTIL_MS) })).toEqual([]);
    const local = { kind: 'LOCAL', at: '2027-03-11T00:00' } as const;
    const policy: SuppliedPolicy = {
      kind: 'KNOWN',
      penalties: [{ from: local, penaltyMinor: NET_MINOR }],
      noShowMinor: null,
    };
    expect(compare({ policy })).toEqual([]);
  });

  it('terms that the supplier does not state are not compared', () => {
    expect(compare({})).toEqual([]);
    expect(compare({ policy: { kind: 'UNKNOWN' } })).toEqual([]);
  });

  it.each([
    ['an earlier deadline', full(FREE_UNTIL_MS - HOUR_MS)],
    ['a later deadline', full(FREE_UNTIL_MS + HOUR_MS)],
    ['another penalty', full(FREE_UNTIL_MS, NET_MINOR - 1)],
    ['no free cancellation', full(BOOKED_MS - HOUR_MS)],
  ])('compareTerms reports a difference if the supplier states %s', (_, policy) => {
    const [difference] = compare({ policy });
    expect(difference).toMatchObject({
      field: 'cancellation.windows',
      recorded: [{ to: '2027-03-10T23:00:00Z' }, { penalty: { amount: '444.00', currency: 'EUR' } }],
    });
  });

  it('deadlines that have passed are not compared', () => {
    const afterMs = FREE_UNTIL_MS + 1;
    expect(compare({ policy: full(FREE_UNTIL_MS - HOUR_MS) }, afterMs)).toEqual([]);
    const always: SuppliedPolicy = {
      kind: 'KNOWN',
      penalties: [{ from: { kind: 'ALWAYS' }, penaltyMinor: NET_MINOR }],
      noShowMinor: null,
    };
    expect(compare({ policy: always }, afterMs)).toEqual([]);
    expect(compare({ policy: full(afterMs + HOUR_MS) }, afterMs)).toHaveLength(1);
  });

  it('the board is compared by its code', () => {
    const { code } = booking.content.board;
    expect(compare({ board: code })).toEqual([]);
    expect(compare({ board: 'RO' })).toEqual([{ field: 'board.code', recorded: code, live: 'RO' }]);
  });

  it('unchanged supplier terms match a booking that was sold with currency conversion and markup', () => {
    const exchange = { from: 'USD', to: 'EUR', rate: '0.5', asOf: '2027-01-01T00:00:00Z' };
    const content = bookingContent();
    const sold = {
      ...booking,
      net_minor: 11_000,
      supplier_net_minor: 20_000,
      content: {
        ...content,
        price: { ...content.price, exchange },
        pricing: {
          nights: 2,
          currency: 'EUR',
          roomCosts: [10_000],
          leastSellingMinor: null,
          rules: [],
          rates: {},
        },
        terms: {
          ...content.terms,
          windows: [
            { fromMs: null, toMs: FREE_UNTIL_MS, penaltyMinor: 0 },
            { fromMs: FREE_UNTIL_MS, toMs: null, penaltyMinor: 5_500 },
          ],
        },
      },
    } as Booking;
    expect(compare({ policy: full(FREE_UNTIL_MS, 10_000) }, BOOKED_MS, sold)).toEqual([]);
    expect(compare({ policy: full(FREE_UNTIL_MS, 12_000) }, BOOKED_MS, sold)).toHaveLength(1);
  });

  it('after a price change at booking, only deadlines are compared', () => {
    const [first, ...others] = booking.content.rooms;
    const stayCharges = [
      { code: PRICE_CHANGE, description: '', amount: { amount: '1.00', currency: 'EUR' } },
    ];
    const rooms = [{ ...first, price: { ...first?.price, stayCharges } }, ...others];
    const repriced = { ...booking, content: { ...booking.content, rooms } } as Booking;
    expect(compare({ policy: full(FREE_UNTIL_MS, NET_MINOR - 1) }, BOOKED_MS, repriced)).toEqual([]);
    expect(compare({ policy: full(FREE_UNTIL_MS - HOUR_MS) }, BOOKED_MS, repriced)).toHaveLength(1);
  });
});
