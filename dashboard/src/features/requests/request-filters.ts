/** The filters of the request log: their names in the URL and the input of `requests/list`. Pure. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { periodFrom } from '../../lib/format/period.ts';
import type { Filters } from '../../lib/url-state.ts';

export type LoggedRequest = Output<'requests/list'>['requests'][number];
export type RequestsInput = Omit<Input<'requests/list'>, 'page'>;

export const FILTER_NAMES = [
  'partner',
  'period',
  'class',
  'status',
  'code',
  'operation',
  'key',
  'address',
  'requestId',
  'idempotencyKey',
  'booking',
  'from',
  'to',
] as const;

export type FilterName = (typeof FILTER_NAMES)[number];
export type RequestFilters = Filters<FilterName>;

/** The filters under "More filters". */
export const EXTRA_FILTERS = [
  'status',
  'code',
  'address',
  'requestId',
  'idempotencyKey',
  'booking',
  'from',
  'to',
] as const satisfies readonly FilterName[];

/** The log is searched for an ID without a time limit, and for everything else within the period. */
export function requestsInput(
  filters: RequestFilters,
  environment: Environment,
  nowMs = Date.now(),
): RequestsInput {
  const { period, status, operation, key, address, requestId, idempotencyKey, booking } = filters;
  const [from, to] = [parseTime(filters.from), parseTime(filters.to)];
  const byId = requestId !== undefined || booking !== undefined;
  const start = from ?? (byId && period === undefined ? undefined : periodFrom(period, nowMs));
  const input = {
    partnerId: filters.partner,
    environment,
    from: start,
    to,
    statusClass: filters.class as RequestsInput['statusClass'],
    status: status !== undefined && /^\d{1,3}$/.test(status) ? Number(status) : undefined,
    code: filters.code as RequestsInput['code'],
    operation,
    keyId: key,
    address,
    requestId,
    idempotencyKey,
    bookingId: booking,
  };
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as RequestsInput;
}

/** Parses a timestamp, or a date and time in the user's time zone. */
function parseTime(text: string | undefined): string | undefined {
  const timeMs = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}
