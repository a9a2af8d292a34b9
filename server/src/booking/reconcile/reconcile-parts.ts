/** What the jobs of bookings work with. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { TellOperator } from '../../platform/operations/operator/audit-entry.ts';
import type { PeopleSafe } from '../bookings/people.ts';
import type { Providers } from '../provider.ts';
import type { ProviderCalls } from '../providers/call-provider.ts';
import type { AttemptLog } from '../recovery/attempts/attempt-log.ts';

export interface ReconcileParts {
  db: Database;
  safe: PeopleSafe;
  providers: Providers;
  calls: ProviderCalls;
  clock: Clock;
  log: Log;
  /** Absent where attempts are not logged. */
  attemptLog?: AttemptLog | undefined;
  /** How long exchanges with providers are kept. */
  exchangeDays?: number | undefined;
  /** How many days after check-out guests are kept, where their organisation does not say. */
  guestDays?: number | undefined;
}

export interface JobParts extends ReconcileParts {
  /** Of what belongs to no booking, and so to no organisation. */
  tellOperator: TellOperator;
}
