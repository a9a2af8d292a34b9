import type { QuotedOffer } from '@serai/contract/booking/offer.ts';
import { describe, expect, it } from 'vitest';
import { cancellationText } from './cancellation-text.ts';
import { jsonPath } from './message.ts';
import { divideTotals, totalsOf, unpricedTexts } from './totals.ts';

type Price = QuotedOffer['price'];

function price(
  currency: string,
  amounts: { net: string; selling: string; total: string },
  more: Partial<Price> = {},
): Price {
  const money = (amount: string) => ({ amount, currency });
  return {
    currency,
    net: money(amounts.net),
    selling: money(amounts.selling),
    commission: money('0'),
    taxesAndFees: [],
    payAtProperty: [],
    guestTotal: money(amounts.total),
    ...more,
  } as Price;
}

const charge = (type: 'TAX' | 'FEE', amount: string, currency: string, collection = 'INCLUDED') =>
  ({
    code: 'VAT',
    description: 'VAT',
    type,
    basis: 'PER_STAY',
    collection,
    amount: { amount, currency },
  }) as never;

describe('the totals of a session', () => {
  it.each([
    ['EUR', '100.00', '110.10', 11010],
    ['JPY', '100', '110', 110],
    ['KWD', '100.000', '110.105', 110105],
  ])('are whole minor units of %s', (currency, net, selling, minor) => {
    expect(totalsOf(price(currency, { net, selling, total: selling }))).toEqual([
      { type: 'subtotal', amount: minor },
      { type: 'total', amount: minor },
    ]);
  });

  it('itemise included taxes, and say which charges are paid at the property', () => {
    const atProperty = charge('FEE', '5.00', 'EUR');
    const totals = totalsOf(
      price(
        'EUR',
        { net: '90.00', selling: '100.00', total: '105.00' },
        {
          taxesAndFees: [charge('TAX', '9.09', 'EUR'), charge('FEE', '5.00', 'EUR', 'PAY_AT_PROPERTY')],
          payAtProperty: [atProperty],
        },
      ),
    );
    expect(totals).toEqual([
      { type: 'subtotal', amount: 9091 },
      { type: 'tax', amount: 909, display_text: 'VAT' },
      { type: 'fee', amount: 500, display_text: 'VAT (paid at the property)' },
      { type: 'total', amount: 10500 },
    ]);
  });

  it('leave out included charges that are higher than the price', () => {
    const odd = price(
      'EUR',
      { net: '10.00', selling: '10.00', total: '10.00' },
      { taxesAndFees: [charge('TAX', '11.00', 'EUR')] },
    );
    expect(totalsOf(odd)).toEqual([
      { type: 'subtotal', amount: 1000 },
      { type: 'total', amount: 1000 },
    ]);
  });

  it('are divided among the rooms without losing a minor unit', () => {
    const totals = [
      { type: 'subtotal', amount: 1000 },
      { type: 'tax', amount: 101 },
      { type: 'total', amount: 1101 },
    ] as const;
    const rooms = divideTotals(totals, [333, 333, 334]);
    for (const [line, { amount }] of totals.entries())
      expect(rooms.reduce((sum, room) => sum + (room[line]?.amount ?? 0), 0)).toBe(amount);
    expect(divideTotals(totals, [0, 0]).map(room => room.at(-1)?.amount)).toEqual([550, 551]);
  });

  it('leave out charges without an amount, which are stated in words if the guest pays them', () => {
    const unpriced = (description: string, members: object) =>
      ({ code: 'RESORT_FEE', description, type: 'FEE', basis: 'UNKNOWN', ...members }) as never;
    const shown = price(
      'EUR',
      { net: '90.00', selling: '100.00', total: '100.00' },
      {
        unpricedCharges: [
          unpriced('City tax', { collection: 'PAY_AT_PROPERTY', percent: '5.00' }),
          unpriced('', {
            collection: 'PAY_AT_PROPERTY',
            local: { amount: '300.00', currency: 'THB' },
          }),
          unpriced('Service', { collection: 'INCLUDED' }),
        ],
      },
    );
    expect(unpricedTexts(shown)).toEqual([
      'City tax of 5.00 % is not part of the total. It is added at the property.',
      'RESORT_FEE (300.00 THB) is not part of the total. It is added at the property.',
    ]);
    expect(totalsOf(shown)).toHaveLength(2);
  });
});

describe('the text of the cancellation terms', () => {
  const money = (amount: string) => ({ amount, currency: 'EUR' });
  const terms = {
    refundability: 'PARTIALLY_REFUNDABLE',
    freeCancellationUntil: null,
    freeCancellationUntilLocal: null,
    propertyTimeZone: 'Europe/Madrid',
    deadlineSource: 'PROVIDER',
    windows: [
      { from: null, to: '2027-01-01T17:00:00Z', penalty: money('0.00') },
      { from: '2027-01-01T17:00:00Z', to: '2027-01-02T17:00:00Z', penalty: money('33.34') },
      { from: '2027-01-02T17:00:00Z', to: null, penalty: money('100.00') },
    ],
    noShow: { penalty: money('100.00'), from: '2027-01-03T00:00:00Z' },
  } as never;

  it('states local times and shares of the price, never amounts of the net price', () => {
    expect(cancellationText(terms, money('100.00'))).toBe(
      'Cancellation is free until 2027-01-01 18:00 (Europe/Madrid). From 2027-01-01 18:00 (Europe/Madrid), cancellation costs 33.4 % of the price. From 2027-01-02 18:00 (Europe/Madrid), cancellation costs the full price. A no-show costs the full price.',
    );
  });
});

it('converts a JSON Pointer to a JSONPath', () => {
  expect(jsonPath('/stays/0/stay_dates')).toBe('$.stays[0].stay_dates');
  expect(jsonPath('')).toBe('$');
});
