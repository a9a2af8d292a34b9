import { ApiError } from '../../platform/api-error.ts';
import type { BillingTerms } from '../billing-port.ts';
import type { BookingParts } from '../booking-parts.ts';
import type { BookingScope } from '../bookings/booking.ts';

/**
 * Returns undefined if the booking will not be billed. A test booking in production must not reach the real
 * ledger.
 */
export async function freezeBilling(
  { billing, rates }: Pick<BookingParts, 'billing' | 'rates'>,
  { organisationId, environment }: BookingScope,
  { testMode, currency: from }: { testMode: boolean; currency: string },
): Promise<BillingTerms | undefined> {
  if (!billing || (environment === 'production' && testMode)) return undefined;
  const scope = { organisationId, environment };
  const currency = await billing.currencyOf(scope);
  if (currency === from) return { currency, rate: null };
  const rate = rates.find(environment, from, currency)?.rate;
  if (rate !== undefined) return { currency, rate };
  await billing.tellNoRate(scope, from, currency);
  throw new ApiError(
    'OFFER_NOT_AVAILABLE',
    `Offers in ${from} cannot be sold to you at the moment, because there is no exchange rate to ${currency}. Search in ${currency}.`,
  );
}
