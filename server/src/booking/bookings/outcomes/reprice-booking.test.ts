import { expect, test } from 'vitest';
import { reprice } from '../../../pricing/price-search.ts';
import type { Found } from '../../port/outcomes.ts';
import { AT_COST, type FrozenPricing } from '../../pricing-port.ts';
import type { Booking } from '../booking.ts';
import { compareLive } from './compare-live.ts';
import { comparePenalty } from './compare-reservation.ts';
import { acceptPrice, repriceAt } from './reprice-booking.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const room = (amount: string) => ({ price: { net: eur(amount), stayCharges: [] } });

const pricing: FrozenPricing = {
  nights: 1,
  currency: 'EUR',
  roomCosts: [10_000, 5_000],
  leastSellingMinor: null,
  rules: [{ ruleId: 'prc_1', version: 3, action: { type: 'MARKUP', percent: '10' } }],
  rates: {},
};

/** Two rooms that cost 150.00 EUR, sold with a markup of 10 percent. */
const booking = {
  status: 'CONFIRMED',
  currency: 'EUR',
  net_minor: 16_500,
  spend_currency: null,
  spend_rate: null,
  supplier_currency: 'EUR',
  supplier_net_minor: 15_000,
  supplier_ref: 'S-1',
  hotel_confirmation: null,
  hotel_id: 'htl_1',
  check_in: '2027-03-12',
  check_out: '2027-03-13',
  content: {
    toleranceMinor: 1_000,
    rooms: [room('110.00'), room('55.00')],
    price: { net: eur('165.00'), selling: eur('165.00'), guestTotal: eur('170.00'), commission: eur('0.00') },
    terms: { windows: [{ fromMs: null, toMs: null, penaltyMinor: 16_500 }], noShow: null },
    pricing,
  },
} as unknown as Booking;

const found = (members: object): Found =>
  ({
    ...{ kind: 'FOUND', state: 'BOOKED', supplierRef: 'S-1', hotelId: 'htl_1', hotelRef: null },
    ...{ checkIn: '2027-03-12', checkOut: '2027-03-13', currency: 'EUR', netMinor: 15_000, ...members },
  }) as Found;

test('a changed cost is priced with the frozen rules, and the difference is added to the first room', () => {
  const now = repriceAt({ reprice }, booking.content, 15_800);
  expect(now).toEqual({
    roomCosts: [10_800, 5_000],
    roomNets: [11_880, 5_500],
    netMinor: 17_380,
    sellingMinor: 17_380,
  });
});

test('accepting a changed price updates the net and selling prices, the price of the first room, and a penalty of 100 %', () => {
  const { net_minor, supplier_net_minor, content } = acceptPrice({ reprice }, booking, 15_800);
  expect([net_minor, supplier_net_minor]).toEqual([17_380, 15_800]);
  expect(content?.price).toMatchObject({
    net: eur('173.80'),
    selling: eur('173.80'),
    guestTotal: eur('178.80'),
    commission: eur('0.00'),
  });
  expect(content?.rooms.map(each => each.price)).toEqual([
    {
      net: eur('118.80'),
      stayCharges: [{ code: 'PRICE_CHANGE', description: 'Price change at booking', amount: eur('8.80') }],
    },
    { net: eur('55.00'), stayCharges: [] },
  ]);
  expect(content?.terms.windows[0]?.penaltyMinor).toBe(17_380);
  expect(content?.pricing?.roomCosts).toEqual([10_800, 5_000]);
});

test('an accepted price counts towards the spend limit of the key, in the currency of the limit', () => {
  const spent = (limit: Pick<Booking, 'spend_currency' | 'spend_rate'>) =>
    acceptPrice({ reprice }, { ...booking, ...limit }, 15_800).spend_minor;
  expect(spent({ spend_currency: null, spend_rate: null })).toBeUndefined();
  expect(spent({ spend_currency: 'EUR', spend_rate: null })).toBe(17_380);
  expect(spent({ spend_currency: 'JPY', spend_rate: '160.5' })).toBe(27_895);
});

test('live differences show net amounts, and no amount if the currency differs', () => {
  expect(compareLive(booking, found({}), { reprice }, 0)).toEqual([]);
  expect(compareLive(booking, found({ netMinor: 14_000 }), { reprice }, 0)).toEqual([
    { field: 'price.net', recorded: eur('165.00'), live: eur('154.00') },
  ]);
  expect(compareLive(booking, found({ currency: 'USD' }), { reprice }, 0)).toEqual([
    { field: 'price.currency', recorded: 'EUR', live: 'USD' },
  ]);
});

test.each([
  [15_000, 16_500, undefined],
  [7_500, 8_250, undefined],
  [8_000, 8_250, true],
  [7_000, 8_250, false],
  [16_000, 16_500, true],
])(
  'a provider charge of %d for a promised penalty of %d after markup needs attention: %s',
  (charged, promised, needsAttention) => {
    expect(comparePenalty(booking, promised, charged)?.needsAttention).toBe(needsAttention);
  },
);

test('a booking that was sold with pricing rules cannot be repriced without them', () => {
  expect(() => repriceAt(AT_COST, booking.content, 15_800)).toThrow('not available');
});
