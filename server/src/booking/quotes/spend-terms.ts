/** The exchange rate at which a booking counts towards the spend limit of a key, frozen with the quote. */
import { ApiError } from '../../platform/api-error.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import type { RequestContext } from '../../platform/operations/handler.ts';
import type { BookingParts } from '../booking-parts.ts';
import { type Spend, type SpendTerms, spentMinor } from '../bookings/spend.ts';
import type { Quote } from './quote.ts';

type Caller = Pick<RequestContext, 'environment' | 'spendLimit'>;
type Rates = Pick<BookingParts, 'rates'>;

/**
 * Returns undefined if there is nothing to freeze. If there is no exchange rate, the quote is still returned, and the
 * rate is looked up again at booking.
 */
export function freezeSpend(
  { rates }: Rates,
  { environment, spendLimit }: Caller,
  from: string,
): SpendTerms | undefined {
  if (spendLimit === undefined || spendLimit.currency === from) return undefined;
  const { currency } = spendLimit;
  const rate = rates.find(environment, from, currency)?.rate;
  return rate === undefined ? undefined : { currency, rate };
}

/**
 * Returns undefined if the key has no spend limit. A test booking in production costs nothing, so it does not count.
 * Throws if the price exceeds the limit for one booking, or cannot be compared with the limit.
 */
export function spendFor(
  parts: Rates,
  caller: Caller,
  { content, currency: from, net_minor: netMinor, test_mode: testMode }: Quote,
): Spend | undefined {
  const { environment, spendLimit } = caller;
  if (spendLimit === undefined || (environment === 'production' && testMode)) return undefined;
  const { currency, perDayMinor, perBookingMinor } = spendLimit;
  // Another key may have requested the quote, or the limit may be newer than the quote.
  const frozen = [content.spend, content.billing].find(terms => terms?.currency === currency);
  const terms = from === currency ? { currency, rate: null } : (frozen ?? freezeSpend(parts, caller, from));
  if (terms === undefined) {
    const message = `The price cannot be compared with the spend limit of the key, because there is no exchange rate from ${from} to ${currency}.`;
    throw spendLimitExceeded(message);
  }
  const minor = spentMinor(terms, from, netMinor);
  if (perBookingMinor !== null && minor > perBookingMinor) {
    throw spendLimitExceeded(`The key may spend ${text(perBookingMinor, currency)} on one booking.`);
  }
  return { currency, rate: terms.rate, minor, perDayMinor };
}

export function dayLimitExceeded({ currency, perDayMinor }: Spend, leftMinor: number): ApiError {
  const limit = text(perDayMinor ?? 0, currency);
  return spendLimitExceeded(
    `The key may spend ${limit} in 24 hours, of which ${text(leftMinor, currency)} is left.`,
  );
}

function spendLimitExceeded(reason: string): ApiError {
  return new ApiError(
    'SPEND_LIMIT_EXCEEDED',
    `${reason} Nothing was sent, and the quote can still be booked.`,
  );
}

function text(minor: number, currency: string): string {
  return `${toMoney(minor, currency).amount} ${currency}`;
}
