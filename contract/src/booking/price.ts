/**
 * Sums are exact: rooms add up to the offer, nights and stay charges add up to the room. All amounts have the same
 * currency, except `local` amounts of charges.
 */
import { z } from 'zod';
import { toMinorUnits } from '../shared/amounts.ts';
import { type Money, money } from '../shared/money.ts';
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

const kindOfCharge = {
  code: listCode().describe('Kind of charge, for example `VAT`, `CITY_TAX`, `RESORT_FEE` or `CLEANING_FEE`.'),
  description: z.string(),
  type: choice(CHARGE_TYPES),
  basis: choice(CHARGE_BASES).describe('How the charge is calculated.'),
  local: money()
    .optional()
    .describe('The same charge in the currency in which the property collects it, if it differs.'),
};

const chargeShape = {
  ...kindOfCharge,
  amount: money().describe('Total charge for the stay and all rooms.'),
};

export const price = () =>
  z
    .strictObject({
      currency: currencyCode().describe('Currency of all amounts except `local`.'),
      net: money().describe(
        'Net price of the stay, without the charges in `payAtProperty`. The amount does not depend on `payment.type`: with `MERCHANT` the partner owes it to the operator, with `PAY_AT_PROPERTY` the guest settles the stay at the hotel.',
      ),
      selling: money().describe('Recommended retail price. Never below `net`.'),
      commission: money().describe("The partner's commission when selling at `selling`."),
      taxesAndFees: z
        .array(
          z.strictObject({
            ...chargeShape,
            collection: choice(CHARGE_COLLECTIONS).describe(
              '`INCLUDED`: part of `net`. `PAY_AT_PROPERTY`: not part of `net`, and also listed in `payAtProperty`.',
            ),
          }),
        )
        .describe('All known taxes and fees, except `unpricedCharges`.'),
      payAtProperty: z
        .array(z.strictObject(chargeShape))
        .describe('Charges that the guest pays at the property in addition to the price of the stay.'),
      unpricedCharges: z
        .array(
          z.strictObject({
            ...kindOfCharge,
            collection: choice(CHARGE_COLLECTIONS).describe(
              '`INCLUDED`: part of `net`. `PAY_AT_PROPERTY`: the guest pays it at the property, in addition to `guestTotal`.',
            ),
            percent: z.string().optional().describe('The percentage, for example `19.00`, if it is known.'),
          }),
        )
        .optional()
        .describe(
          'Taxes and fees whose amount the provider does not state in this currency. Present only if there are any.',
        ),
      guestTotal: money().describe(
        'Total cost for the guest: `selling` plus `payAtProperty`. It does not contain `unpricedCharges`.',
      ),
      exchange: z
        .strictObject({
          from: currencyCode(),
          to: currencyCode(),
          rate: exchangeRate().describe('Value of one unit of `from` in `to`.'),
          asOf: instant(),
        })
        .optional()
        .describe('Present if the provider sells in another currency. In a quote the rate is fixed.'),
    })
    .check(
      rule(['selling', 'payAtProperty', 'guestTotal'], function* ({ selling, payAtProperty, guestTotal }) {
        const charges = payAtProperty.map(charge => charge.amount);
        yield* checkSum(guestTotal, [selling, ...charges], ['guestTotal']);
      }),
      rule(['currency', 'net', 'selling', 'taxesAndFees', 'payAtProperty'], function* (value) {
        if ([...currenciesIn(value)].every(currency => currency === value.currency)) return;
        yield {
          path: ['currency'],
          code: 'MIXED_CURRENCIES',
          message: 'All amounts must be in this currency.',
        };
      }),
    );

export const roomPrice = () =>
  z
    .strictObject({
      net: money(),
      nightly: z
        .array(z.strictObject({ date: calendarDate(), net: money() }))
        .optional()
        .describe(
          'One entry per night. Present only with `include: ["nightly"]`, and only if the provider has nightly prices.',
        ),
      stayCharges: z
        .array(z.strictObject({ code: listCode(), description: z.string(), amount: money() }))
        .describe('Parts of `net` that do not belong to a night.'),
    })
    .check(
      rule(['net', 'nightly', 'stayCharges'], function* ({ net, nightly, stayCharges }) {
        if (!nightly) return;
        const parts = [...nightly.map(night => night.net), ...stayCharges.map(charge => charge.amount)];
        yield* checkSum(net, parts, ['net']);
      }),
    );

interface RoomsWithPrice {
  rooms: readonly { price: { net: Money } }[];
  price: { net: Money };
}

export const roomsAddUp = () =>
  rule<RoomsWithPrice>(['rooms.*.price.net', 'price.net'], function* ({ rooms, price: total }) {
    const parts = rooms.map(room => room.price.net);
    yield* checkSum(total.net, parts, ['price', 'net']);
  });

export const oneCurrency = (...uses: string[]) =>
  rule<object>(uses, function* (value) {
    const currencies = new Set(currenciesIn(value));
    if (currencies.size > 1) {
      yield {
        path: [],
        code: 'MIXED_CURRENCIES',
        message: `The amounts are in several currencies: ${[...currencies].join(', ')}.`,
      };
    }
  });

function* currenciesIn(value: unknown): Iterable<string> {
  if (value === null || typeof value !== 'object') return;
  if ('amount' in value && 'currency' in value) yield String(value.currency);
  // A charge that the property collects in its own currency has a `local` amount, which is not compared.
  else for (const [name, member] of Object.entries(value)) if (name !== 'local') yield* currenciesIn(member);
}

function* checkSum(total: Money, parts: readonly Money[], path: Failure['path']): Iterable<Failure> {
  const sum = parts.reduce((all, part) => all + toMinorUnits(part), 0n);
  if (sum !== toMinorUnits(total)) {
    yield { path, code: 'SUM_MISMATCH', message: 'Must equal the sum of its parts.' };
  }
}
