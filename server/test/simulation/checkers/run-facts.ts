import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Booking } from '../../../src/booking/bookings/booking.ts';
import { referenceOf } from '../../../src/booking/bookings/booking.ts';
import type { Settlement } from '../../../src/booking/port/supplier.ts';
import type {
  BookingAttemptRow,
  BookingHistoryRow,
  JobRow,
  LedgerBalanceRow,
  LedgerEntryRow,
  OutboxEventRow,
  QuoteRow,
} from '../../../src/platform/database/generated/tables.ts';
import type { Limits } from '../chance/limits.ts';
import type { ClientAnswer } from '../clients/client-history.ts';
import type { Ledger, LedgerEntry } from '../suppliers/ledger.ts';

export interface JudgedSupplier {
  traits: { code: string; kind: 'TEST' | 'LIVE'; settlement: Settlement; freeUntilMs: number };
  ledger: Ledger;
}

/** The last version of each booking that a reader of the change feed saw. */
export interface FollowedChanges {
  organisationId: string;
  environment: Environment;
  seen: ReadonlyMap<string, number>;
  /** Time of the reader's last request. */
  askedMs: number;
}

export interface RunFacts {
  nowMs: number;
  bookings: readonly Booking[];
  history: readonly BookingHistoryRow[];
  events: readonly OutboxEventRow[];
  attempts: readonly BookingAttemptRow[];
  jobs: readonly JobRow[];
  quotes: readonly QuoteRow[];
  entries: readonly LedgerEntryRow[];
  balances: readonly LedgerBalanceRow[];
  suppliers: readonly JudgedSupplier[];
  answers: readonly ClientAnswer[];
  feeds: readonly FollowedChanges[];
  /** Times of commits whose response was lost. Undefined if these times were not recorded. */
  unheardMs?: readonly number[];
  /** Whether a client requested test mode, by client reference. */
  wantedTestMode: ReadonlyMap<string, boolean>;
  /** Undefined if nothing is limited. */
  limits?: Limits | undefined;
}

/** Returns one sentence per violation. */
export type Checker = (facts: RunFacts) => string[];

/** Own inventory has the same code in the sandbox and in production, but separate ledgers. */
export function supplierOf({ suppliers }: RunFacts, { provider, test_mode }: Booking): JudgedSupplier {
  const ofCode = suppliers.filter(({ traits }) => traits.code === provider);
  const found = ofCode.find(({ traits }) => traits.kind === (test_mode ? 'TEST' : 'LIVE')) ?? ofCode[0];
  if (found === undefined) throw new Error(`unknown supplier ${provider}`);
  return found;
}

export function entriesOf(facts: RunFacts, booking: Booking): LedgerEntry[] {
  const reference = referenceOf(booking.booking_id);
  return facts.suppliers.flatMap(({ ledger }) => ledger.of(reference));
}

export function asksOf(facts: RunFacts, booking: Booking, operation: string): ClientAnswer[] {
  return facts.answers.filter(
    answer =>
      answer.operation === operation &&
      answer.organisationId === booking.organisation_id &&
      answer.environment === booking.environment &&
      answer.body.clientReference === booking.client_reference,
  );
}
