/** The queue of everything that needs a decision by the operator's staff. */
import {
  ATTENTION_KINDS,
  type AttentionList,
  countAttention,
  DEFAULT_ATTENTION_LISTED,
  listAttention,
  settleOrphan,
} from '@serai/contract/account/attention.ts';
import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import type { PeopleSafe } from '../../bookings/people.ts';
import { arrivalMs, requestEndMs } from '../../reconcile/schedule.ts';
import {
  type AttentionScope,
  countOpenOrphans,
  countWaiting,
  findQueued,
  listOpenOrphans,
  listWaiting,
  type QueuedBooking,
  type StoredOrphan,
  settleStoredOrphan,
  type WaitingBooking,
} from './attention-store.ts';
import type { OperatorParts } from './operator-parts.ts';

type QueuedView = AttentionList['bookings'][number];

export function attentionList({
  safe,
  clock,
  listMissedEvents,
}: Pick<OperatorParts, 'safe' | 'clock' | 'listMissedEvents'>): OperatorHandler {
  return operate(listAttention, async ({ db, partnerId }, { environment, limit }) => {
    const scope = { organisationId: partnerId, environment };
    const most = limit ?? DEFAULT_ATTENTION_LISTED;
    const lists = [];
    for (const kind of ATTENTION_KINDS) lists.push(await listWaiting(db, scope, kind));
    const orphans = partnerId === undefined ? await listOpenOrphans(db, environment, most) : [];
    const waiting = lists.flat();
    return {
      count: waiting.length + (await orphansIn(db, scope)),
      bookings: await earliestFirst(db, safe, waiting, { limit: most, nowMs: clock.nowMs() }),
      orphans: orphans.map(orphanView),
      endpoints: await listMissedEvents(db, scope, most),
    };
  });
}

export function attentionCount(): OperatorHandler {
  return operate(countAttention, async ({ db, partnerId }, { environment }) => {
    const scope = { organisationId: partnerId, environment };
    let count = await orphansIn(db, scope);
    for (const kind of ATTENTION_KINDS) count += await countWaiting(db, scope, kind);
    return { count };
  });
}

/** A reservation without a booking belongs to no partner. */
function orphansIn(db: Database, { organisationId, environment }: AttentionScope): Promise<number> | number {
  return organisationId === undefined ? countOpenOrphans(db, environment) : 0;
}

async function earliestFirst(
  db: Database,
  safe: PeopleSafe,
  waiting: readonly WaitingBooking[],
  { limit, nowMs }: { limit: number; nowMs: number },
): Promise<QueuedView[]> {
  const ordered = waiting
    .map(each => ({ ...each, deadlineMs: deadlineMs(each, nowMs) }))
    .toSorted((a, b) => a.deadlineMs - b.deadlineMs || (a.booking_id < b.booking_id ? -1 : 1))
    .slice(0, limit);
  const found = await findQueued(
    db,
    ordered.map(({ booking_id }) => booking_id),
  );
  const byId = new Map(found.map(booking => [booking.booking_id, booking]));
  return ordered.flatMap(each => {
    const booking = byId.get(each.booking_id);
    return booking === undefined ? [] : [queuedView(safe, booking, each)];
  });
}

/** By when someone must act. `contract/src/account/attention.ts` describes it for each kind. */
export function deadlineMs(booking: WaitingBooking, nowMs: number): number {
  const arrival = arrivalMs(booking);
  switch (booking.kind) {
    case 'DECISION': {
      const freeUntilMs = booking.free_cancellation_until?.getTime() ?? 0;
      return freeUntilMs > nowMs ? Math.min(freeUntilMs, arrival) : arrival;
    }
    case 'OUTCOME_UNKNOWN':
      return Math.min(booking.resolution?.resolveByMs ?? arrival, arrival);
    case 'HOTEL_SILENT':
      return requestEndMs(booking);
  }
}

function queuedView(
  safe: PeopleSafe,
  booking: QueuedBooking,
  waiting: WaitingBooking & { deadlineMs: number },
): QueuedView {
  const { firstName = null, lastName = null } = safe.openPeople(booking)?.holder ?? {};
  const sinceMs = booking.needs_attention ? undefined : booking.resolution?.sinceMs;
  return {
    bookingId: booking.booking_id as BookingRecord['bookingId'],
    partnerId: booking.organisation_id,
    environment: booking.environment,
    kind: waiting.kind,
    status: booking.status,
    statusReason: booking.status_reason,
    ...lastReport(booking),
    since: isoTime(sinceMs ?? booking.updated_at.getTime()),
    deadline: isoTime(waiting.deadlineMs),
    holder: { firstName, lastName },
    hotel: {
      hotelId: booking.hotel_id,
      name: booking.content.hotel.name,
      timeZone: booking.content.hotel.timeZone,
    },
    checkIn: booking.check_in,
    clientReference: booking.client_reference,
    providerCode: booking.provider,
    providerReference: booking.supplier_ref,
  };
}

/** A change that only asks for attention refers to the last recorded cause before it. */
function lastReport({
  last_event: lastEvent,
  last_cause: last,
}: QueuedBooking): Pick<QueuedView, 'cause' | 'summary' | 'lastEvent'> {
  const applies = last !== null && (last.is_last || lastEvent === 'booking.attention_required');
  return { cause: applies ? last.cause : null, summary: applies ? last.summary : null, lastEvent };
}

function orphanView({ provider, test_mode, reference, supplier_ref, found_at }: StoredOrphan) {
  return {
    provider,
    environment: test_mode ? ('sandbox' as const) : ('production' as const),
    reference,
    providerReference: supplier_ref,
    foundAt: isoTime(found_at.getTime()),
  };
}

export function orphansSettle({ recordAudit }: Pick<OperatorParts, 'recordAudit'>): OperatorHandler {
  return operate(settleOrphan, (context, { evidence, ...orphan }) =>
    inTransaction(context.db, async tx => {
      const settled = await settleStoredOrphan(tx, orphan, context.actor);
      if (settled === undefined) {
        throw new ApiError('NOT_FOUND', 'Unknown reservation. attention/list shows the open reservations.');
      }
      if (settled) {
        const { provider, environment, reference } = orphan;
        const after = { provider, environment, evidence };
        const change = { action: settleOrphan.name, target: `bkg_${reference}`, before: null, after };
        await recordAudit(tx, auditOf(context, change));
      }
      return { settled };
    }),
  );
}
