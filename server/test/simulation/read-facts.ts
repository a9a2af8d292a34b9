import type { Booking } from '../../src/booking/bookings/booking.ts';
import type { OpenDatabase } from '../../src/platform/database/connect.ts';
import type {
  BookingAttemptRow,
  BookingHistoryRow,
  JobRow,
  LedgerBalanceRow,
  LedgerEntryRow,
  OutboxEventRow,
  QuoteRow,
} from '../../src/platform/database/generated/tables.ts';
import type { Statement } from '../../src/platform/database/statement.ts';
import type { RunFacts } from './checkers/run-facts.ts';
import type { SharedConnection } from './nodes/shared-connection.ts';

type Known = Omit<
  RunFacts,
  'bookings' | 'history' | 'events' | 'attempts' | 'jobs' | 'quotes' | 'entries' | 'balances'
>;

export async function readFacts(
  { connection, db }: { connection: SharedConnection; db: OpenDatabase },
  known: Known,
): Promise<RunFacts> {
  const rows = async <Row extends object>(statement: Statement) =>
    (await connection.run(statement)) as unknown as readonly Row[];
  const [bookings, history, events, attempts, jobs, quotes, entries, balances] = await Promise.all([
    rows<Booking>(db`SELECT * FROM booking`),
    rows<BookingHistoryRow>(db`SELECT * FROM booking_history`),
    rows<OutboxEventRow>(db`SELECT * FROM outbox_event`),
    rows<BookingAttemptRow>(db`SELECT * FROM booking_attempt`),
    rows<JobRow>(db`SELECT * FROM job`),
    rows<QuoteRow>(db`SELECT * FROM quote`),
    rows<LedgerEntryRow>(db`SELECT * FROM ledger_entry`),
    rows<LedgerBalanceRow>(db`SELECT * FROM ledger_balance`),
  ]);
  return { ...known, bookings, history, events, attempts, jobs, quotes, entries, balances };
}
