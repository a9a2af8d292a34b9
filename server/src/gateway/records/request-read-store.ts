/** Reads the request log of one partner, or of all partners for staff. */

import type { loggedRequest } from '@serai/contract/account/requests.ts';
import { CANCEL_MODES, DEFAULT_CANCEL_MODE } from '@serai/contract/booking/cancel.ts';
import type { ErrorCode } from '@serai/contract/errors.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import type { RequestLogRow } from '../../platform/database/generated/tables.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import type { Statement } from '../../platform/database/statement.ts';

export type LoggedRequest = z.input<typeof loggedRequest>;

export interface LogFilter {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  environment?: Environment | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  status?: number | undefined;
  statusClass?: string | undefined;
  code?: string | undefined;
  operation?: string | undefined;
  keyId?: string | undefined;
  address?: string | undefined;
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  bookingId?: string | undefined;
}

/** The time selects one partition. With only an ID, every partition would be searched. */
export interface LogPosition {
  atMs: number;
  id: string;
}

/**
 * Newest first. Each environment is read in the order of request_log_by_organisation, from the newest partition to the
 * oldest, and only as far as the page needs. Keys, codes, request IDs and booking IDs have separate indexes. The
 * separate bound on `at` excludes newer partitions.
 */
export async function listLogRows(
  db: Database,
  filter: LogFilter,
  after: LogPosition | undefined,
  limit: number,
): Promise<{ position: LogPosition; request: LoggedRequest }[]> {
  const {
    from,
    to,
    status,
    statusClass,
    code,
    operation,
    keyId,
    address,
    requestId,
    idempotencyKey,
    bookingId,
  } = filter;
  const where = () => db`
    ${from ? db`AND at >= ${from}` : db``} ${to ? db`AND at < ${to}` : db``}
    ${after ? db`AND at <= ${new Date(after.atMs)} AND (at, id) < (${new Date(after.atMs)}, ${after.id})` : db``}
    ${status === undefined ? db`` : db`AND status = ${status}`} ${ofClass(db, statusClass)}
    ${code ? db`AND code = ${code}` : db``}
    ${operation ? db`AND operation = ${operation}` : db``} ${keyId ? db`AND key_id = ${keyId}` : db``}
    ${address ? db`AND address = ${address}` : db``} ${requestId ? db`AND request_id = ${requestId}` : db``}
    ${idempotencyKey ? db`AND idempotency_key = ${idempotencyKey}` : db``}
    ${bookingId ? db`AND booking_id = ${bookingId}` : db``}
    ${keyId || requestId || bookingId ? db`` : ofClients(db)}`;
  const rows = await db<Row[]>`
    SELECT * FROM (${perEnvironment(
      filter.environment,
      environment => db`(
        SELECT ${columns(db)} FROM request_log
        WHERE ${ofPartner(db, filter.organisationId)} AND environment = ${environment} ${where()}
        ORDER BY at DESC, id DESC LIMIT ${limit})`,
      (a, b) => db`${a} UNION ALL ${b}`,
    )}) AS newest
    ORDER BY at DESC, id DESC LIMIT ${limit}`;
  return rows.map(row => ({
    position: { atMs: row.at.getTime(), id: row.id },
    request: toLoggedRequest(row),
  }));
}

/** Leaves out the requests of keys that Serai created for itself. They are found by key, request or booking. */
export function ofClients(db: Database): Statement {
  return db`AND NOT EXISTS (SELECT FROM api_key k WHERE k.id = key_id AND k.purpose <> 'CLIENT')`;
}

/** Consistent with usage, which counts a lost response as a 5xx. */
function ofClass(db: Database, statusClass: string | undefined): Statement {
  if (statusClass === undefined) return db``;
  const first = Number(statusClass[0]) * 100;
  const within = db`status BETWEEN ${first} AND ${first + 99}`;
  return first === 500 ? db`AND (${within} OR status = 0)` : db`AND ${within}`;
}

/** Reads one partition by primary key. */
export async function findLogRow(
  db: Database,
  organisationId: string | undefined,
  { atMs, id }: LogPosition,
): Promise<{ request: LoggedRequest; requestBody: unknown; answerBody: unknown } | undefined> {
  const [row] = await db<(Row & { request_body: unknown; response_body: unknown })[]>`
    SELECT ${columns(db)}, request_body, response_body FROM request_log
    WHERE at = ${new Date(atMs)} AND id = ${id} AND ${ofPartner(db, organisationId)}`;
  if (row === undefined) return undefined;
  return { request: toLoggedRequest(row), requestBody: row.request_body, answerBody: row.response_body };
}

export interface ErrorCount {
  code: ErrorCode;
  operation: string | null;
  requests: number;
}

/** Maximum number of errors that are examined in each environment, newest first, using the index request_log_errors. */
const MAX_EXAMINED = 20_000;
const MAX_COUNTS = 100;

export async function countErrors(
  db: Database,
  filter: Pick<LogFilter, 'organisationId' | 'environment' | 'keyId'> & { from: Date; to: Date },
): Promise<ErrorCount[]> {
  const { organisationId, keyId, from, to } = filter;
  const rows = await db<ErrorCount[]>`
    SELECT code, operation, count(*) AS requests FROM (${perEnvironment(
      filter.environment,
      environment => db`(
        SELECT code, operation FROM request_log
        WHERE ${ofPartner(db, organisationId)} AND environment = ${environment} AND at >= ${from} AND at < ${to}
          AND code IS NOT NULL ${keyId ? db`AND key_id = ${keyId}` : ofClients(db)}
        ORDER BY at DESC, id DESC LIMIT ${MAX_EXAMINED})`,
      (a, b) => db`${a} UNION ALL ${b}`,
    )}) AS newest
    GROUP BY code, operation ORDER BY requests DESC, code, operation LIMIT ${MAX_COUNTS}`;
  return [...rows];
}

/** The index begins with organisation and environment, so two sorted reads are merged, which avoids a sort. */
function perEnvironment(
  environment: Environment | undefined,
  read: (environment: Environment) => Statement,
  union: (a: Statement, b: Statement) => Statement,
): Statement {
  return environment === undefined ? ENVIRONMENTS.map(read).reduce(union) : read(environment);
}

export type Row = Omit<RequestLogRow, 'environment' | 'code' | 'request_body' | 'response_body'> & {
  environment: Environment;
  code: ErrorCode | null;
  cancel_mode: LoggedRequest['cancelMode'];
};

export function columns(db: Database): Statement {
  return db`id, at, organisation_id, request_id, environment, key_id, secret_id, address, operation, path, status, code, reason, bytes_in,
    bytes_out, total_us, backend_us, provider_us, remaining_minute, remaining_hour, remaining_day, client_version,
    user_agent, idempotency_key, booking_id, resent, ${cancelMode(db)} AS cancel_mode`;
}

/** A body that was cut, or whose mode is invalid, does not show which mode applied. */
function cancelMode(db: Database): Statement {
  return db`CASE WHEN operation = 'cancel' AND jsonb_typeof(request_body) = 'object' AND NOT jsonb_exists(request_body, '_cut')
    AND coalesce(request_body ->> 'mode', ${DEFAULT_CANCEL_MODE}) = ANY(${[...CANCEL_MODES]}::text[])
    THEN coalesce(request_body ->> 'mode', ${DEFAULT_CANCEL_MODE}) END`;
}

export function toLoggedRequest(row: Row): LoggedRequest {
  const [perMinute, perHour, perDay] = [row.remaining_minute, row.remaining_hour, row.remaining_day];
  const counted = perMinute !== null && perHour !== null && perDay !== null;
  return {
    rowId: rowIdOf({ atMs: row.at.getTime(), id: row.id }),
    requestId: row.request_id,
    at: row.at.toISOString(),
    partnerId: row.organisation_id,
    environment: row.environment,
    keyId: row.key_id,
    secretId: row.secret_id,
    address: row.address,
    operation: row.operation,
    path: row.path,
    status: row.status,
    code: row.code,
    reason: row.reason,
    bytesIn: row.bytes_in,
    bytesOut: row.bytes_out,
    totalMs: row.total_us / 1000,
    backendMs: row.backend_us === null ? null : row.backend_us / 1000,
    providerMs: row.provider_us === null ? null : row.provider_us / 1000,
    remaining: counted ? { perMinute, perHour, perDay } : null,
    clientVersion: row.client_version,
    userAgent: row.user_agent,
    idempotencyKey: row.idempotency_key,
    bookingId: row.booking_id,
    cancelMode: row.cancel_mode,
    resends: row.resent,
  };
}

const ROW_ID = /^(log_[A-Za-z0-9]{20})_([0-9a-z]{8,9})$/;

export function rowIdOf({ atMs, id }: LogPosition): string {
  return `${id}_${atMs.toString(36)}`;
}

export function parseRowId(rowId: string): LogPosition | undefined {
  const [, id, at] = ROW_ID.exec(rowId) ?? [];
  return id === undefined || at === undefined ? undefined : { id, atMs: Number.parseInt(at, 36) };
}
