/**
 * The windows of known cancellation terms cover all time without gaps, and the penalty of a window is never lower than
 * the actual cost.
 */
import { z } from 'zod';
import { toMinorUnits } from '../shared/amounts.ts';
import { type Money, money } from '../shared/money.ts';
import { type Failure, rule } from '../shared/rule.ts';
import { choice, instant, localInstant, timeZone } from '../shared/values.ts';

export const REFUNDABILITIES = ['REFUNDABLE', 'PARTIALLY_REFUNDABLE', 'NON_REFUNDABLE'] as const;

/** Search results may have unknown terms. Quotes always have known terms. */
export const SEARCH_REFUNDABILITIES = [...REFUNDABILITIES, 'UNKNOWN'] as const;

export const DEADLINE_SOURCES = ['PROVIDER', 'PROPERTY_TIMEZONE', 'CONSERVATIVE'] as const;

const penaltyWindow = z.strictObject({
  from: instant().nullable().describe('Start (inclusive). Null if the window has no start.'),
  to: instant().nullable().describe('End (exclusive). Null if the window has no end.'),
  penalty: money(),
});
export type PenaltyWindow = z.infer<typeof penaltyWindow>;

const termsShape = {
  freeCancellationUntil: instant()
    .nullable()
    .describe('Cancellation is free until this time. Null if it is never free.'),
  freeCancellationUntilLocal: localInstant()
    .nullable()
    .describe('The same time with the UTC offset of the property. Null if the time zone is not known.'),
  propertyTimeZone: timeZone()
    .nullable()
    .describe('IANA time zone of the property. Null if it is not known.'),
  deadlineSource: choice(DEADLINE_SOURCES).describe(
    '`PROVIDER`: stated by the provider. `PROPERTY_TIMEZONE`: converted from a local date or time at the property. `CONSERVATIVE`: the time zone is not known, so the deadline was moved 14 hours earlier.',
  ),
  windows: z
    .array(penaltyWindow)
    .describe(
      'Half-open, contiguous windows that cover all time. Penalties never decrease and never exceed `price.net`. Empty only if `refundability` is `UNKNOWN`.',
    ),
  noShow: z
    .strictObject({ penalty: money(), from: instant() })
    .nullable()
    .describe('Penalty if the guest does not arrive. Null if it is not known.'),
};

export const searchedTerms = () =>
  z
    .strictObject({ refundability: choice(SEARCH_REFUNDABILITIES), ...termsShape })
    .check(
      rule(['refundability', 'windows'], ({ refundability, windows }) =>
        refundability === 'UNKNOWN' && windows.length === 0 ? [] : checkWindows(windows),
      ),
    );

/** The terms of a quote or a booking. */
export const firmTerms = () =>
  z
    .strictObject({ refundability: choice(REFUNDABILITIES), ...termsShape })
    .check(rule(['windows'], ({ windows }) => checkWindows(windows)));

export type CancellationTerms = z.infer<ReturnType<typeof firmTerms>>;

interface PricedTerms {
  price: { net: Money };
  cancellation: { windows: readonly PenaltyWindow[] };
}

export const penaltiesWithinPrice = () =>
  rule<PricedTerms>(['price.net', 'cancellation.windows'], function* ({ price, cancellation }) {
    const net = toMinorUnits(price.net);
    for (const [i, { penalty }] of cancellation.windows.entries()) {
      if (toMinorUnits(penalty) <= net) continue;
      const path = ['cancellation', 'windows', i, 'penalty'];
      yield { path, code: 'PENALTY_TOO_HIGH', message: 'The penalty must not exceed the price.' };
    }
  });

function* checkWindows(windows: readonly PenaltyWindow[]): Iterable<Failure> {
  const [first, last] = [windows.at(0), windows.at(-1)];
  if (first?.from !== null || last?.to !== null) {
    yield { path: ['windows'], code: 'WINDOWS_INCOMPLETE', message: 'The windows must cover all time.' };
  }
  for (const [i, { from, penalty }] of windows.entries()) {
    const before = windows[i - 1];
    if (before === undefined) continue;
    const path = ['windows', i];
    if (from === null || from !== before.to || (before.from !== null && from <= before.from)) {
      yield {
        path,
        code: 'WINDOWS_NOT_CONTIGUOUS',
        message: 'A window must start where the previous one ends.',
      };
    }
    if (toMinorUnits(penalty) < toMinorUnits(before.penalty)) {
      yield {
        path,
        code: 'PENALTY_FALLS',
        message: 'The penalty must not be lower than in the previous window.',
      };
    }
  }
}
