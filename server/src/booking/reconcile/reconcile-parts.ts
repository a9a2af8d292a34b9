import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { TellOperator } from '../../platform/operations/operator/audit-entry.ts';
import type { BillingPort } from '../billing-port.ts';
import type { Booking } from '../bookings/booking.ts';
import type { PeopleSafe } from '../bookings/people.ts';
import type { PricingPort } from '../pricing-port.ts';
import type { Provider, Providers } from '../provider.ts';
import type { ProviderCalls } from '../providers/call-provider.ts';
import type { AttemptLog } from '../recovery/attempt-log.ts';

export interface ReconcileParts {
  db: Database;
  safe: PeopleSafe;
  billing: BillingPort | undefined;
  providers: Providers;
  calls: ProviderCalls;
  pricing: Pick<PricingPort, 'reprice'>;
  clock: Clock;
  log: Log;
  /** Undefined if attempts are not logged. */
  attemptLog?: AttemptLog | undefined;
  /** Retention of provider exchanges, in days after check-out. */
  exchangeDays?: number | undefined;
  /** Retention of guest data after check-out, in days, unless the partner has its own setting. */
  guestDays?: number | undefined;
}

export interface JobParts extends ReconcileParts {
  /** Reports findings that belong to no booking and therefore to no partner. */
  tellOperator: TellOperator;
}

/** Throws if the provider of the booking is no longer configured. */
export function getProvider({ providers }: ReconcileParts, booking: Booking): Provider {
  const { booking_id: bookingId, provider: code, test_mode: testMode } = booking;
  const provider = providers.find(code, testMode);
  if (!provider) throw new Error(`provider ${code} of booking ${bookingId} is not configured`);
  return provider;
}
