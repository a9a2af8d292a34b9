/** The filters of the request log: their names in the URL and the input of `requests/list`. Pure. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { timeOf } from '../../components/pickers/date-range.ts';
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
] as const satisfies readonly FilterName[];

/**
 * A search by request or booking ID covers the whole log unless a period is set. Other searches cover only the
 * period.
 */
export function requestsInput(
  filters: RequestFilters,
  environment: Environment,
  nowMs = Date.now(),
): RequestsInput {
  const { period, status, operation, key, address, requestId, idempotencyKey, booking } = filters;
  const [from, to] = [timeOf(filters.from, 0), timeOf(filters.to, 1)];
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
