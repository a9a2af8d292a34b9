import { describe, expect, it } from 'vitest';
import { amountMinor, priceOf, shownMinor } from './money.ts';
import { mapRoomTypes } from './rate-mapping.ts';
import { boardOf, combinedPolicy, instantOf, roomTerms, withoutBoard } from './terms.ts';

const infos = (...cancelPolicyInfos: object[]) => ({ refundableTag: 'RFN', cancelPolicyInfos });
const amount = (cancelTime: string, value: number, more: object = {}) => ({
  cancelTime,
  amount: value,
  type: 'amount',
  currency: 'EUR',
  ...more,
});

describe('the cancellation terms of a room', () => {
  it('LiteAPI cancellation amounts and percentages become penalties, with deadlines in GMT', () => {
    const policies = infos(amount('2027-05-10 18:00:00', 50), {
      cancelTime: '2027-05-12',
      amount: 33.33,
      type: 'percentage',
    });
    expect(roomTerms(policies, 10_001, 'EUR')).toEqual({
      policy: {
        kind: 'KNOWN',
        penalties: [
          { from: { kind: 'INSTANT', atMs: Date.UTC(2027, 4, 10, 18) }, penaltyMinor: 5_000 },
          // 33.33 % of 100.01 is rounded up.
          { from: { kind: 'INSTANT', atMs: Date.UTC(2027, 4, 12) }, penaltyMinor: 3_334 },
        ],
        noShowMinor: null,
      },
      deadline: '2027-05-10 18:00:00',
    });
  });

  it('a penalty never exceeds the price of the room, and a penalty of zero is omitted', () => {
    const policies = infos(amount('2027-05-10', 0), amount('2027-05-11', 120));
    expect(roomTerms(policies, 10_000, 'EUR').policy).toMatchObject({
      penalties: [{ from: { atMs: Date.UTC(2027, 4, 11) }, penaltyMinor: 10_000 }],
    });
  });

  it('the penalty of a non-refundable rate is always its price, whatever its entries state', () => {
    for (const cancelPolicyInfos of [null, [], [amount('2027-05-11', 1)]]) {
      expect(roomTerms({ refundableTag: 'NRFN', cancelPolicyInfos }, 10_000, 'EUR').policy).toMatchObject({
        penalties: [{ from: { kind: 'ALWAYS' }, penaltyMinor: 10_000 }],
      });
    }
  });

  it.each([
    ['no entries', infos()],
    ['an unknown tag', { refundableTag: 'MAYBE', cancelPolicyInfos: [amount('2027-05-11', 1)] }],
    ['an unknown type', infos(amount('2027-05-11', 1, { type: 'nights' }))],
    ['another currency', infos(amount('2027-05-11', 1, { currency: 'USD' }))],
    ['another time zone', infos(amount('2027-05-11', 1, { timezone: 'Asia/Tokyo' }))],
    ['an unreadable time', infos(amount('tomorrow', 1))],
    ['an amount below zero', infos(amount('2027-05-11', -1))],
    ['no policies', undefined],
  ])('cancellation terms with %s are unknown', (_name, policies) => {
    expect(roomTerms(policies, 10_000, 'EUR').policy).toEqual({ kind: 'UNKNOWN' });
  });

  it('the penalties of several rooms add up from each deadline on', () => {
    const first = roomTerms(infos(amount('2027-05-10', 10), amount('2027-05-12', 30)), 3_000, 'EUR').policy;
    const second = roomTerms({ refundableTag: 'NRFN' }, 2_000, 'EUR').policy;
    expect(combinedPolicy([first, second])).toEqual({
      kind: 'KNOWN',
      penalties: [
        { from: { kind: 'ALWAYS' }, penaltyMinor: 2_000 },
        { from: { kind: 'INSTANT', atMs: Date.UTC(2027, 4, 10) }, penaltyMinor: 3_000 },
        { from: { kind: 'INSTANT', atMs: Date.UTC(2027, 4, 12) }, penaltyMinor: 5_000 },
      ],
      noShowMinor: null,
    });
    expect(combinedPolicy([first, { kind: 'UNKNOWN' }])).toEqual({ kind: 'UNKNOWN' });
  });

  it.each([
    ['2027-05-10', Date.UTC(2027, 4, 10)],
    ['2027-05-10T18:30', Date.UTC(2027, 4, 10, 18, 30)],
    ['2027-05-10T18:30:00+02:00', Date.UTC(2027, 4, 10, 16, 30)],
    ['2027-13-10', undefined],
    ['10.05.2027', undefined],
  ])('the LiteAPI deadline %s is the timestamp %s', (text, ms) => {
    expect(instantOf(text)).toBe(ms);
  });
});

describe('the board of a rate', () => {
  it.each([
    ['RO', undefined, 'RO'],
    ['BI', 'Breakfast Included', 'BB'],
    ['BB2', undefined, 'BB'],
    ['XX', 'Continental breakfast', 'BB'],
    ['XX', 'Breakfast and dinner', undefined],
    ['XX', 'All-Inclusive', 'AI'],
    ['XX', 'Something else', undefined],
    [undefined, undefined, undefined],
  ])('the LiteAPI board code %s with the name "%s" means %s', (code, name, board) => {
    expect(boardOf(code, name)).toBe(board);
  });

  it('the board is removed from the end of a LiteAPI room name', () => {
    expect(withoutBoard('Standard King Room - Room only')).toBe('Standard King Room');
    expect(withoutBoard('Suite – Half Board')).toBe('Suite');
    expect(withoutBoard('Room - Sea view')).toBe('Room - Sea view');
  });
});

describe('an amount of LiteAPI', () => {
  it.each([
    [58.995000000000005, 'EUR', undefined],
    [327.32000000000005, 'EUR', 32_732],
    [1020.2, 'USD', 102_020],
    ['654.84', 'USD', 65_484],
    [12_345.5, 'JPY', 12_346],
    [1.234, 'KWD', 1_234],
    [12.345, 'EUR', undefined],
    [-1, 'EUR', undefined],
    [null, 'EUR', undefined],
  ])('the LiteAPI amount %j %s is %j minor units', (value, currency, minor) => {
    expect(amountMinor(value, currency)).toBe(minor);
  });

  it('an amount that is only displayed is rounded', () => {
    expect(shownMinor(12.345, 'EUR')).toBe(1_235);
  });

  it('a price needs a currency and a single amount', () => {
    expect(priceOf({ amount: 1, currency: 'EUR' })).toEqual({ minor: 100, currency: 'EUR' });
    expect(priceOf([{ amount: 1, currency: 'EUR' }])).toEqual({ minor: 100, currency: 'EUR' });
    expect(
      priceOf([
        { amount: 1, currency: 'EUR' },
        { amount: 2, currency: 'EUR' },
      ]),
    ).toBeUndefined();
    expect(priceOf({ amount: 1, currency: 'euro' })).toBeUndefined();
  });
});

describe('an offer for two rooms', () => {
  const rate = (occupancyNumber: number, total: number, more: object = {}) => ({
    occupancyNumber,
    name: 'Room',
    boardType: 'RO',
    adultCount: occupancyNumber,
    childCount: 0,
    retailRate: { total: [{ amount: total, currency: 'EUR' }] },
    ...more,
  });
  const offerOf = (rates: object[], total: number) =>
    mapRoomTypes([{ offerId: 'id', rates, offerRetailRate: { amount: total, currency: 'EUR' } }], {
      supplierHotelId: 'lp1',
      occupancies: [
        { adults: 1, childAges: [] },
        { adults: 2, childAges: [] },
      ],
    })[0];

  it('an offer for two rooms has its rooms in the order of the request', () => {
    const offer = offerOf([rate(2, 20), rate(1, 10)], 30);
    expect(offer?.rooms.map(({ totalMinor }) => totalMinor)).toEqual([1_000, 2_000]);
  });

  it('a rounding difference is added to the first room, and an offer with a larger difference is not sold', () => {
    expect(offerOf([rate(1, 10), rate(2, 20)], 30.01)?.rooms[0]?.totalMinor).toBe(1_001);
    expect(offerOf([rate(1, 10), rate(2, 20)], 30.02)).toBeUndefined();
  });

  it.each([
    ['a room is missing', [rate(1, 30)]],
    ['a room is repeated', [rate(1, 10), rate(1, 20)]],
    ['a room is for another party', [rate(1, 10), rate(2, 20, { adultCount: 5 })]],
    ['the boards differ', [rate(1, 10), rate(2, 20, { boardType: 'HB' })]],
    ['a room has no name', [rate(1, 10), rate(2, 20, { name: '' })]],
  ])('an offer for two rooms is not sold if %s', (_name, rates) => {
    expect(offerOf(rates, 30)).toBeUndefined();
  });
});
