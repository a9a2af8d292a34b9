import { listRequests, showRequest } from '@serai/contract/account/requests.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { listRelated } from '../../records/related-store.ts';
import { findLogRow, type LogPosition, listLogRows, parseRowId } from '../../records/request-read-store.ts';
import { parseInstant } from '../period.ts';

const DEFAULT_LIMIT = 100;
/** The period that is searched if `from` is omitted. A search by ID covers the whole log, because it uses an index. */
const DEFAULT_PERIOD_MS = 86_400_000;

export interface RequestsListParts {
  clock: Clock;
  cursorKey: Buffer;
  retentionDays: number;
  /** The number of rows that this node has dropped since it started. */
  droppedRows: () => Promise<number>;
}

export function requestsList(parts: RequestsListParts): OperatorHandler {
  const { clock, cursorKey, retentionDays, droppedRows } = parts;
  return operate(listRequests, async ({ db, partnerId: organisationId, staff }, { page, ...input }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listRequests.name, organisationId ?? null, Object.entries(input).sort()];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const fromMs = after === undefined ? firstMoment(input, clock.nowMs()) : after.fromMs;

    const filter = { ...input, organisationId, from: toDate(fromMs), to: toDate(parseInstant(input.to)) };
    const found = await listLogRows(db, filter, after, limit + 1);
    const paged = pageOf(found, limit, ({ position }) =>
      makeCursor(cursorKey, boundTo, toCursor(position, fromMs)),
    );
    return {
      requests: paged.shown.map(({ request }) => request),
      page: paged.page,
      retentionDays,
      droppedRows: staff ? await droppedRows() : null,
    };
  });
}

interface Period {
  from?: string | undefined;
  to?: string | undefined;
  requestId?: string | undefined;
  bookingId?: string | undefined;
}

function firstMoment({ from, to, requestId, bookingId }: Period, nowMs: number): number | undefined {
  if (from !== undefined) return parseInstant(from);
  if (requestId !== undefined || bookingId !== undefined) return undefined;
  return Math.max(0, (parseInstant(to) ?? nowMs) - DEFAULT_PERIOD_MS);
}

function toDate(timeMs: number | undefined): Date | undefined {
  return timeMs === undefined ? undefined : new Date(timeMs);
}

/** The cursor includes the start of the period, so that all pages cover the same period. */
function toCursor({ atMs, id }: LogPosition, fromMs: number | undefined): string[] {
  return [String(atMs), id, fromMs === undefined ? '' : String(fromMs)];
}

function toPosition([at, id, from]: string[]): LogPosition & { fromMs: number | undefined } {
  return { atMs: Number(at), id: id as string, fromMs: from === '' ? undefined : Number(from) };
}

export function requestsShow(): OperatorHandler {
  return operate(showRequest, async ({ db, partnerId: organisationId }, { rowId }) => {
    const position = parseRowId(rowId);
    const found = position && (await findLogRow(db, organisationId, position));
    if (found === undefined) {
      throw new ApiError(
        'NOT_FOUND',
        'This row is not in the request log. Rows are deleted after the retention period.',
      );
    }
    return { ...found, related: await listRelated(db, organisationId, found.request) };
  });
}
