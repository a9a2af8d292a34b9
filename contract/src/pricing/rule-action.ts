import { z } from 'zod';
import { canonicalAmount, hasTooManyDecimals, toMinorUnits, tooManyDecimals } from '../shared/amounts.ts';
import type { Money } from '../shared/money.ts';
import { type Failure, rule } from '../shared/rule.ts';
import { choice, currencyCode, flag } from '../shared/values.ts';

/** The units to which prices can be rounded, in the currency of the response. */
export const ROUNDING_UNITS = ['0.05', '0.50', '1', '5'] as const;

const PERCENT_DECIMALS = 4;

/** A percentage that may be negative, with at most four decimals. */
const signedPercent = (what: string) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,4})?$/, {
      error: 'Use a string of digits with at most four decimals, for example "8" or "-2.5".',
    })
    .describe(`${what} Decimal string, for example \`"12.5"\`.`);

const positivePercent = (what: string) =>
  z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, {
      error:
        'Use a string of digits with at most four decimals, for example "12.5". It must not be negative.',
    })
    .describe(`${what} Decimal string, for example \`"12.5"\`.`);

/** An amount that may be negative, with no more decimal places than its currency has. */
const signedMoney = (what: string) =>
  z
    .strictObject({
      amount: z
        .string()
        .regex(/^-?\d{1,12}(\.\d{1,3})?$/, { error: 'Use a decimal string, for example "2.50".' }),
      currency: currencyCode(),
    })
    .refine(({ amount, currency }) => !hasTooManyDecimals(amount, currency), {
      path: ['amount'],
      error: issue => tooManyDecimals((issue.input as Money).currency),
      params: { code: 'WRONG_DECIMALS' },
    })
    .overwrite(value => ({ ...value, amount: canonicalAmount(value.amount, value.currency) }))
    .optional()
    .describe(what);

const allowLoss = () => flag().optional().describe('Whether net may be below cost. Default: false.');

export const markup = z
  .strictObject({
    type: z.literal('MARKUP'),
    percent: signedPercent('Markup as a percentage of the cost.').optional(),
    amountPerRoomNight: signedMoney('Amount to add for each room and night.'),
    minimumPerRoomNight: signedMoney('The minimum markup for each room and night.'),
    maximumPerRoomNight: signedMoney('The maximum markup for each room and night.'),
    allowLoss: allowLoss(),
  })
  .check(
    rule<Markup>(
      ['percent', 'amountPerRoomNight', 'minimumPerRoomNight', 'maximumPerRoomNight', 'allowLoss'],
      action => checkMarkup(action),
    ),
  );

export const commission = z
  .strictObject({
    type: z.literal('COMMISSION'),
    percent: positivePercent("The partner's commission, as a percentage of the selling price."),
    sellingPercent: positivePercent('Markup of the selling price on the cost, as a percentage of the cost.'),
    allowLoss: allowLoss(),
  })
  .check(
    rule<{ percent: string; sellingPercent: string; allowLoss?: boolean | undefined }>(
      ['percent', 'sellingPercent', 'allowLoss'],
      action => checkCommission(action),
    ),
  );

const retail = z.strictObject({
  type: z.literal('RETAIL'),
  percent: positivePercent('Markup of the selling price on net, as a percentage of net.'),
});

export const round = z.strictObject({
  type: z.literal('ROUND'),
  target: choice(['NET', 'SELLING']).describe('The price that is rounded.'),
  to: choice(ROUNDING_UNITS).describe(
    'Unit in the currency of the response. The price becomes a multiple of it.',
  ),
  mode: choice(['UP', 'NEAREST']).describe(
    'NEAREST rounds half up. It rounds up instead if net would fall below cost, or the selling price below net.',
  ),
});

const hide = z.strictObject({ type: z.literal('HIDE') });

export const ruleAction = () =>
  z
    .discriminatedUnion('type', [markup, commission, retail, round, hide])
    .describe(
      'MARKUP turns cost into net. COMMISSION turns cost into the selling price and net. RETAIL turns net into the selling price, unless a COMMISSION applies. ROUND rounds either price. HIDE prevents the sale of the offer.',
    );

export type RuleAction = z.output<ReturnType<typeof ruleAction>>;

type SignedMoney = { amount: string; currency: string };

interface Markup {
  percent?: string | undefined;
  amountPerRoomNight?: SignedMoney | undefined;
  minimumPerRoomNight?: SignedMoney | undefined;
  maximumPerRoomNight?: SignedMoney | undefined;
  allowLoss?: boolean | undefined;
}

const BELOW_COST = 'With this value, net could be below cost. Raise the value, or set `allowLoss` to true.';

function* checkMarkup(action: Markup): Iterable<Failure> {
  const {
    percent,
    amountPerRoomNight: amount,
    minimumPerRoomNight: minimum,
    maximumPerRoomNight: maximum,
  } = action;
  if (percent === undefined && amount === undefined && minimum === undefined) {
    const message = 'Give `percent`, `amountPerRoomNight` or `minimumPerRoomNight`.';
    yield { path: ['percent'], code: 'REQUIRED', message };
  }
  if (percent !== undefined && isBelowMinus100(percent)) {
    yield { path: ['percent'], code: 'TOO_SMALL', message: 'The minimum percentage is -100.' };
  }
  if (minimum && maximum && minimum.currency === maximum.currency && minor(minimum) > minor(maximum)) {
    const message = 'The maximum must not be below the minimum.';
    yield { path: ['maximumPerRoomNight'], code: 'NEVER_MATCHES', message };
  }
  if (action.allowLoss) return;
  for (const [name, value] of [
    ['minimumPerRoomNight', minimum],
    ['maximumPerRoomNight', maximum],
  ] as const) {
    if (value && minor(value) < 0n) yield { path: [name], code: 'BELOW_COST', message: BELOW_COST };
  }
  // A minimum of zero or more prevents the markup from becoming negative.
  if (minimum) return;
  if (percent?.startsWith('-') && !isZero(percent)) {
    yield { path: ['percent'], code: 'BELOW_COST', message: BELOW_COST };
  }
  if (amount && minor(amount) < 0n)
    yield { path: ['amountPerRoomNight'], code: 'BELOW_COST', message: BELOW_COST };
}

const HUNDRED = 100n * 10n ** BigInt(PERCENT_DECIMALS);

function* checkCommission(action: {
  percent: string;
  sellingPercent: string;
  allowLoss?: boolean | undefined;
}): Iterable<Failure> {
  const percent = scaledPercent(action.percent);
  if (percent > HUNDRED) {
    yield { path: ['percent'], code: 'TOO_BIG', message: 'The maximum commission is 100 percent.' };
    return;
  }
  const netOfCost = (HUNDRED + scaledPercent(action.sellingPercent)) * (HUNDRED - percent);
  if (action.allowLoss || netOfCost >= HUNDRED * HUNDRED) return;
  const message =
    'Net would be below cost, because the commission is higher than what `sellingPercent` adds. Lower `percent`, raise `sellingPercent`, or set `allowLoss` to true.';
  yield { path: ['percent'], code: 'BELOW_COST', message };
}

/** In units of 0.0001 percent. */
function scaledPercent(percent: string): bigint {
  const [whole = '', fraction = ''] = percent.split('.');
  return BigInt(whole + fraction.padEnd(PERCENT_DECIMALS, '0'));
}

function isBelowMinus100(percent: string): boolean {
  return percent.startsWith('-') && scaledPercent(percent.slice(1)) > HUNDRED;
}

function isZero(percent: string): boolean {
  return !/[1-9]/.test(percent);
}

function minor(money: SignedMoney): bigint {
  return toMinorUnits(money);
}
