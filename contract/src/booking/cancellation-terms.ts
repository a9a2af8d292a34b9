/** What a cancellation costs, and until when. Always in money, for all time, never guessed in the guest's favour. */
import { z } from 'zod';
import { type Money, money, toMinorUnits } from '../shared/money.ts';
import { type Failure, rule } from '../shared/rule.ts';
import { choice, instant, localInstant, timeZone } from '../shared/values.ts';

export const REFUNDABILITIES = ['REFUNDABLE', 'PARTIALLY_REFUNDABLE', 'NON_REFUNDABLE'] as const;

/** Availability alone may not know; a quote always does. */
export const SEARCH_REFUNDABILITIES = [...REFUNDABILITIES, 'UNKNOWN'] as const;

export const DEADLINE_SOURCES = ['PROVIDER', 'PROPERTY_TIMEZONE', 'CONSERVATIVE'] as const;

const penaltyWindow = z.strictObject({
  from: instant().nullable().describe('Included. Null: since ever.'),
  to: instant().nullable().describe('Not included. Null: for ever.'),
  penalty: money(),
});
export type PenaltyWindow = z.infer<typeof penaltyWindow>;

const termsShape = {
  freeCancellationUntil: instant()
    .nullable()
    .describe('Up to this moment a cancellation is free. Null: never.'),
  freeCancellationUntilLocal: localInstant()
    .nullable()
    .describe('The same moment with the offset of the property. Null where its zone is not known.'),
  propertyTimeZone: timeZone().nullable().describe('IANA zone of the property. Null where it is not known.'),
  deadlineSource: choice(DEADLINE_SOURCES).describe(
    'PROVIDER gave the moment. PROPERTY_TIMEZONE: a local date or time, read in the zone of the property. CONSERVATIVE: the zone is not known, so the deadline was taken 14 hours early.',
  ),
  windows: z
    .array(penaltyWindow)
    .describe(
      'Half-open, contiguous and covering all time, with penalties that never fall and never exceed `price.net`. Empty only while `refundability` is UNKNOWN.',
    ),
  noShow: z
    .strictObject({ penalty: money(), from: instant() })
    .nullable()
    .describe('What a guest who never arrives costs, where it is known.'),
};

/** The terms of a search result. */
export const searchedTerms = () =>
  z
    .strictObject({ refundability: choice(SEARCH_REFUNDABILITIES), ...termsShape })
    .check(
      rule(['refundability', 'windows'], ({ refundability, windows }) =>
        refundability === 'UNKNOWN' && windows.length === 0 ? [] : wrongWindows(windows),
      ),
    );

/** The terms of a quote or a booking. */
export const firmTerms = () =>
  z
    .strictObject({ refundability: choice(REFUNDABILITIES), ...termsShape })
    .check(rule(['windows'], ({ windows }) => wrongWindows(windows)));

export type CancellationTerms = z.infer<ReturnType<typeof firmTerms>>;

interface PricedTerms {
  price: { net: Money };
  cancellation: { windows: readonly PenaltyWindow[] };
}

/** No penalty is higher than the price. */
export const penaltiesWithinPrice = () =>
  rule<PricedTerms>(['price.net', 'cancellation.windows'], function* ({ price, cancellation }) {
    const net = toMinorUnits(price.net);
    for (const [i, { penalty }] of cancellation.windows.entries()) {
      if (toMinorUnits(penalty) <= net) continue;
      const path = ['cancellation', 'windows', i, 'penalty'];
      yield { path, code: 'PENALTY_TOO_HIGH', message: 'A penalty is at most the price.' };
    }
  });

function* wrongWindows(windows: readonly PenaltyWindow[]): Iterable<Failure> {
  const [first, last] = [windows.at(0), windows.at(-1)];
  if (first?.from !== null || last?.to !== null) {
    yield { path: ['windows'], code: 'WINDOWS_INCOMPLETE', message: 'The windows must cover all time.' };
  }
  for (const [i, { from, penalty }] of windows.entries()) {
    const before = windows[i - 1];
    if (before === undefined) continue;
    const path = ['windows', i];
    if (from === null || from !== before.to || (before.from !== null && from <= before.from)) {
      yield { path, code: 'WINDOWS_NOT_CONTIGUOUS', message: 'A window begins where the one before ends.' };
    }
    if (toMinorUnits(penalty) < toMinorUnits(before.penalty)) {
      yield { path, code: 'PENALTY_FALLS', message: 'A later penalty is never lower.' };
    }
  }
}
