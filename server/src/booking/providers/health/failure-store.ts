/** Failed calls to providers. Rows never change. The clean-up job deletes them. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Statement } from '../../../platform/database/statement.ts';

export interface Failure {
  id: string;
  environment: Environment;
  code: string;
  at: Date;
  operation: string;
  cause: string;
  /** More than one if the row only counts calls. It then has no details. */
  calls: number;
  durationMs: number | null;
  attempt: number | null;
  retry: string | null;
  status: number | null;
  words: string | null;
  bookingId: string | null;
  requestId: string | null;
  exchanges: ProviderExchange[] | null;
}

/**
 * A row that was already written by an attempt whose response got lost is not written again. Messages are passed as text
 * and stored unread, because they may contain characters that the database cannot convert.
 */
export async function writeFailures(db: Database, failures: readonly Failure[]): Promise<void> {
  const rows = failures.map(({ exchanges, ...row }) => ({
    ...row,
    exchanges: exchanges && JSON.stringify(exchanges),
  }));
  await db`
    INSERT INTO provider_failure (id, environment, code, at, operation, cause, calls, duration_ms, attempt, retry, status,
      words, booking_id, request_id, exchanges)
    SELECT id, environment, code, at, operation, cause, calls, "durationMs", attempt, retry, status, words, "bookingId",
      "requestId", exchanges::json
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS failure (id text, environment text, code text,
      at timestamptz, operation text, cause text, calls integer, "durationMs" integer, attempt integer, retry text,
      status integer, words text, "bookingId" text, "requestId" text, exchanges text)
    ON CONFLICT (id) DO NOTHING`;
}

type Listed = Omit<Failure, 'exchanges'>;

export interface FailureFilter {
  environment: Environment;
  code: string;
  operation?: string | undefined;
  cause?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Newest first, in the order of provider_failure_by_provider. */
export async function listFailures(
  db: Database,
  { environment, code, operation, cause, from, to }: FailureFilter,
  after: { at: Date; id: string } | undefined,
  limit: number,
): Promise<Listed[]> {
  return await db<Listed[]>`
    SELECT ${columns(db)} FROM provider_failure
    WHERE environment = ${environment} AND code = ${code}
      ${operation ? db`AND operation = ${operation}` : db``} ${cause ? db`AND cause = ${cause}` : db``}
      ${from ? db`AND at >= ${from}` : db``} ${to ? db`AND at < ${to}` : db``}
      ${after ? db`AND (at, id) < (${after.at}, ${after.id})` : db``}
    ORDER BY at DESC, id DESC LIMIT ${limit}`;
}

export async function findFailure(
  db: Database,
  { environment, code }: Pick<FailureFilter, 'environment' | 'code'>,
  id: string,
): Promise<Failure | undefined> {
  const [row] = await db<Failure[]>`
    SELECT ${columns(db)}, exchanges FROM provider_failure
    WHERE id = ${id} AND environment = ${environment} AND code = ${code}`;
  return row;
}

function columns(db: Database): Statement {
  return db`id, environment, code, at, operation, cause, calls, duration_ms AS "durationMs", attempt, retry, status, words,
    booking_id AS "bookingId", request_id AS "requestId"`;
}
