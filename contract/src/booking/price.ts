/** Prices. Sums are exact: rooms add up to the offer, nights and stay charges to the room, all in one currency. */
import { z } from 'zod';
import { type Money, money, toMinorUnits } from '../shared/money.ts';
import { type Failure, rule } from '../shared/rule.ts';
import { calendarDate, choice, currencyCode, exchangeRate, instant, listCode } from '../shared/values.ts';

export const CHARGE_TYPES = ['TAX', 'FEE'] as const;
export const CHARGE_COLLECTIONS = ['INCLUDED', 'PAY_AT_PROPERTY'] as const;
export const CHARGE_BASES = [
  'PER_STAY',
  'PER_NIGHT',
  'PER_ROOM',
  'PER_ROOM_PER_NIGHT',
  'PER_PERSON',
  'PER_PERSON_PER_NIGHT',
  'PERCENT',
  'UNKNOWN',
] as const;

const chargeShape = {
  code: listCode().describe('Kind of charge, such as `VAT`, `CITY_TAX`, `RESORT_FEE`, `CLEANING_FEE`.'),
  description: z.string(),
  type: choice(CHARGE_TYPES),
  basis: choice(CHARGE_BASES).describe('What the charge is reckoned by.'),
  amount: money().describe('The whole charge for the stay and all rooms.'),
};

export const price = () =>
  z
    .strictObject({
      currency: currencyCode().describe('The one currency of all amounts.'),
      net: money().describe(
        'What the partner owes: the full price of the stay without charges paid at the property, also where `payment.type` is PAY_AT_PROPERTY.',
      ),
      selling: money().describe('Advised retail price. Equal to `net` where the provider advises none.'),
      commission: money().describe("The partner's part when it sells at `selling`."),
      taxesAndFees: z
        .array(
          z.strictObject({
            ...chargeShape,
            collection: choice(CHARGE_COLLECTIONS).describe(
              'INCLUDED is part of `net`; PAY_AT_PROPERTY comes on top and stands in `payAtProperty` too.',
            ),
          }),
        )
        .describe('Every known tax and fee.'),
      payAtProperty: z
        .array(z.strictObject(chargeShape))
        .describe('The charges that the guest pays at the property, ready to be shown.'),
      guestTotal: money().describe('What the guest pays in all: `selling` and `payAtProperty`.'),
      exchange: z
        .strictObject({
          from: currencyCode(),
          to: currencyCode(),
          rate: exchangeRate().describe('One unit of `from` in `to`.'),
          asOf: instant(),
        })
        .optional()
        .describe('Present when the provider sold in another currency. A quote freezes the rate.'),
    })
    .check(
      rule(['selling', 'payAtProperty', 'guestTotal'], function* ({ selling, payAtProperty, guestTotal }) {
        const charges = payAtProperty.map(charge => charge.amount);
        yield* unequal(guestTotal, [selling, ...charges], ['guestTotal']);
      }),
      rule(['currency', 'net', 'selling', 'taxesAndFees', 'payAtProperty'], function* (value) {
        if ([...currenciesIn(value)].every(currency => currency === value.currency)) return;
        yield { path: ['currency'], code: 'MIXED_CURRENCIES', message: 'All amounts must be in it.' };
      }),
    );

export const roomPrice = () =>
  z
    .strictObject({
      net: money(),
      nightly: z
        .array(z.strictObject({ date: calendarDate(), net: money() }))
        .optional()
        .describe('One entry a night, where asked for with `include`.'),
      stayCharges: z
        .array(z.strictObject({ code: listCode(), description: z.string(), amount: money() }))
        .describe('Parts of `net` that belong to no night.'),
    })
    .check(
      rule(['net', 'nightly', 'stayCharges'], function* ({ net, nightly, stayCharges }) {
        if (!nightly) return;
        const parts = [...nightly.map(night => night.net), ...stayCharges.map(charge => charge.amount)];
        yield* unequal(net, parts, ['net']);
      }),
    );

interface RoomsWithPrice {
  rooms: readonly { price: { net: Money } }[];
  price: { net: Money };
}

/** The sum of the rooms is the price of all. */
export const roomsAddUp = () =>
  rule<RoomsWithPrice>(['rooms.*.price.net', 'price.net'], function* ({ rooms, price: total }) {
    const parts = rooms.map(room => room.price.net);
    yield* unequal(total.net, parts, ['price', 'net']);
  });

/** All amounts of an answer are in one currency. */
export const oneCurrency = (...uses: string[]) =>
  rule<object>(uses, function* (value) {
    const currencies = new Set(currenciesIn(value));
    if (currencies.size > 1) {
      yield { path: [], code: 'MIXED_CURRENCIES', message: `Amounts in ${[...currencies].join(', ')}.` };
    }
  });

function* currenciesIn(value: unknown): Iterable<string> {
  if (value === null || typeof value !== 'object') return;
  if ('amount' in value && 'currency' in value) yield String(value.currency);
  else for (const member of Object.values(value)) yield* currenciesIn(member);
}

function* unequal(total: Money, parts: readonly Money[], path: Failure['path']): Iterable<Failure> {
  const sum = parts.reduce((all, part) => all + toMinorUnits(part), 0n);
  if (sum !== toMinorUnits(total)) {
    yield { path, code: 'SUM_MISMATCH', message: 'Must be the sum of its parts.' };
  }
}
