/** A row of the request log. Its fields have the same names as the columns. */
import type { ErrorCode } from '@serai/contract/errors.ts';
import type { TrafficClass } from '@serai/contract/operation.ts';
import type { Exchange } from '../exchange.ts';
import type { KeyRecord } from '../keys/key-record.ts';

export interface Outcome {
  /** 0 if the connection was closed without a response. */
  status: number;
  code?: ErrorCode | undefined;
  bytesOut: number;
  totalMs: number;
  answerBody: string | Buffer | undefined;
  bookingId?: string | undefined;
  providerUs?: number | undefined;
  /** The class of the operation that an agent called. By default, the class of the route applies. */
  trafficClass?: TrafficClass | undefined;
  /** True if the outcome is unknown. */
  lost?: boolean | undefined;
}

export interface LogRow {
  /** Assigned when the row is written, so that generating IDs does not delay requests. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  request_id: string;
  organisation_id: string;
  environment: string;
  key_id: string;
  secret_id: string | undefined;
  address: string | undefined;
  operation: string | undefined;
  path: string;
  status: number;
  code: string | undefined;
  reason: string | undefined;
  bytes_in: number;
  bytes_out: number;
  total_us: number;
  backend_us: number | undefined;
  provider_us: number | undefined;
  remaining_minute: number | undefined;
  remaining_hour: number | undefined;
  remaining_day: number | undefined;
  client_version: string | undefined;
  user_agent: string | undefined;
  idempotency_key: string | undefined;
  booking_id: string | undefined;
  resent: number;
  /** Redacted JSON text. */
  request_body: string | undefined;
  response_body: string | undefined;
}

const MAX_INTEGER = 2_147_483_647;
const MAX_SMALLINT = 32_767;
const MAX_HEADER = 256;
const MAX_PATH_PARTS = 12;
/**
 * Matches path parts that are too short for an API key and contain neither spaces nor `@`, which occur in full names
 * and email addresses.
 */
const PATH_PART = /^[A-Za-z0-9._-]{0,32}$/;

export function logRow(exchange: Exchange, record: KeyRecord, outcome: Outcome): LogRow {
  const { headers, operation, decision } = exchange;
  const remaining = decision?.remaining;
  return {
    id: '',
    at: exchange.arrivedAtMs,
    request_id: exchange.requestId,
    organisation_id: record.organisationId,
    environment: record.environment,
    key_id: record.id,
    secret_id: exchange.secretId,
    address: exchange.address,
    operation: operation?.name,
    path: operation === undefined ? unknownPath(exchange.path) : exchange.path,
    status: outcome.status,
    code: outcome.code,
    reason: exchange.reason,
    bytes_in: exchange.requestBody?.length ?? 0,
    bytes_out: Math.min(outcome.bytesOut, MAX_INTEGER),
    total_us: microseconds(outcome.totalMs),
    backend_us: exchange.backendMs === undefined ? undefined : microseconds(exchange.backendMs),
    provider_us:
      outcome.providerUs === undefined ? undefined : Math.min(Math.round(outcome.providerUs), MAX_INTEGER),
    remaining_minute: remaining?.[0],
    remaining_hour: remaining?.[1],
    remaining_day: remaining?.[2],
    client_version: shortened(headers.clientVersion),
    user_agent: shortened(headers.userAgent),
    idempotency_key: shortened(headers.idempotencyKey),
    booking_id: outcome.bookingId,
    resent: Math.min(exchange.resent, MAX_SMALLINT),
    request_body: undefined,
    response_body: undefined,
  };
}

function microseconds(ms: number): number {
  return Math.min(Math.round(ms * 1000), MAX_INTEGER);
}

/** Copies the text, so that the short part does not keep the long text in memory. */
function shortened(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= MAX_HEADER) return text;
  return Buffer.from(text.slice(0, MAX_HEADER)).toString();
}

/** An unknown path may contain anything, so every part that does not look like one of our paths is redacted. */
function unknownPath(path: string): string {
  const [plain = ''] = path.slice(0, 2_048).split('?', 1);
  const parts = plain.split('/', MAX_PATH_PARTS).map(part => (PATH_PART.test(part) ? part : '[redacted]'));
  return parts.join('/');
}
