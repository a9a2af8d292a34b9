import { listRequests } from '@serai/contract/account/requests.ts';
import type { Clock } from '../../../platform/clock.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { parseInstant } from '../../records/parse-instant.ts';
import { type LogPosition, listLogRows } from '../../records/request-read-store.ts';

const DEFAULT_LIMIT = 100;
/** What is searched without `from`. An id is looked for in all there is: it leads straight to its rows. */
const DEFAULT_PERIOD_MS = 86_400_000;

export interface RequestsListParts {
  clock: Clock;
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
  retentionDays: number;
  /** Rows this node left out since its start. */
  droppedRows: () => number;
}

export function requestsList(parts: RequestsListParts): OperatorHandler {
  const { clock, cursorKey, retentionDays, droppedRows } = parts;
  return operate(listRequests, async ({ db, organisationId }, { page, ...input }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listRequests.name, organisationId, Object.entries(input).sort()];
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
      droppedRows: droppedRows(),
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

/** The start of the period goes with it: the later pages of a list end where the first one would have. */
function toCursor({ atMs, id }: LogPosition, fromMs: number | undefined): string[] {
  return [String(atMs), id, fromMs === undefined ? '' : String(fromMs)];
}

function toPosition([at, id, from]: string[]): LogPosition & { fromMs: number | undefined } {
  return { atMs: Number(at), id: id as string, fromMs: from === '' ? undefined : Number(from) };
}
