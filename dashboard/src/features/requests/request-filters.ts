/** The filters of the request log: their names in the address, and what is asked of the server. Pure. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { periodFrom } from '../../lib/format/period.ts';
import type { Filters } from '../../lib/url-state.ts';

export type LoggedRequest = Output<'requests/list'>['requests'][number];
export type RequestsInput = Omit<Input<'requests/list'>, 'page'>;

export const FILTER_NAMES = [
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

/** Those behind "More filters". */
export const RARE_FILTERS = [
  'status',
  'code',
  'address',
  'requestId',
  'idempotencyKey',
  'booking',
  'from',
  'to',
] as const satisfies readonly FilterName[];

/** An id is looked for in all that is kept; everything else within the period. */
export function requestsInput(
  filters: RequestFilters,
  environment: Environment,
  nowMs = Date.now(),
): RequestsInput {
  const { period, status, operation, key, address, requestId, idempotencyKey, booking } = filters;
  const [from, to] = [instantOf(filters.from), instantOf(filters.to)];
  const byId = requestId !== undefined || booking !== undefined;
  const start = from ?? (byId && period === undefined ? undefined : periodFrom(period, nowMs));
  const input = {
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

/** What a person or a link wrote, if it is a time: an instant, or a date and time of their zone. */
function instantOf(text: string | undefined): string | undefined {
  const timeMs = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}
