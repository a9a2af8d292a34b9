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
import { toMoney } from '../../../platform/money/minor-units.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import type { PeopleSafe } from '../../bookings/people.ts';
import {
  type AttentionScope,
  countOpenOrphans,
  findQueued,
  type ListedBooking,
  listOpenOrphans,
  listWaiting,
  type QueuedBooking,
  type StoredOrphan,
  settleStoredOrphan,
} from './attention-store.ts';
import type { OperatorParts } from './operator-parts.ts';
import { deadlineMs, dueMs, isOverdue } from './response-target.ts';
import { takenView } from './take-case.ts';

type QueuedView = AttentionList['bookings'][number];

export function attentionList({
  safe,
  clock,
  listMissedEvents,
}: Pick<OperatorParts, 'safe' | 'clock' | 'listMissedEvents'>): OperatorHandler {
  return operate(listAttention, async ({ db, partnerId, actor }, input) => {
    const { environment, providerCode: provider, taken, limit } = input;
    const scope = { organisationId: partnerId, environment, provider };
    const most = limit ?? DEFAULT_ATTENTION_LISTED;
    const nowMs = clock.nowMs();
    const waiting = await listAllWaiting(db, scope);
    const of = {
      MINE: waiting.filter(({ taken_by }) => taken_by === actor),
      NOBODY: waiting.filter(({ taken_by }) => taken_by === null),
    };
    const listed = mostUrgent(taken === undefined ? waiting : of[taken], most);
    const orphans = partnerId === undefined ? await listOpenOrphans(db, scope, most) : [];
    return {
      count: waiting.length + (await orphansIn(db, scope)),
      overdue: countOverdue(waiting, nowMs),
      mine: of.MINE.length,
      notTaken: of.NOBODY.length,
      bookings: await queuedViews(db, safe, listed, { actor, nowMs }),
      orphans: orphans.map(orphanView),
      // An endpoint receives the events about the bookings of all providers.
      endpoints: provider === undefined ? await listMissedEvents(db, scope, most) : [],
    };
  });
}

export function attentionCount({ clock }: Pick<OperatorParts, 'clock'>): OperatorHandler {
  return operate(countAttention, async ({ db, partnerId }, { environment }) => {
    const scope = { organisationId: partnerId, environment };
    const waiting = await listAllWaiting(db, scope);
    return {
      count: waiting.length + (await orphansIn(db, scope)),
      overdue: countOverdue(waiting, clock.nowMs()),
    };
  });
}

async function listAllWaiting(db: Database, scope: AttentionScope): Promise<ListedBooking[]> {
  const lists = [];
  for (const kind of ATTENTION_KINDS) lists.push(await listWaiting(db, scope, kind));
  return lists.flat();
}

function countOverdue(waiting: readonly ListedBooking[], nowMs: number): number {
  return waiting.filter(booking => isOverdue(booking, nowMs)).length;
}

/** A reservation without a booking belongs to no partner. */
function orphansIn(db: Database, scope: AttentionScope): Promise<number> | number {
  return scope.organisationId === undefined ? countOpenOrphans(db, scope) : 0;
}

type DueBooking = ListedBooking & { dueMs: number };

function mostUrgent(waiting: readonly ListedBooking[], limit: number): DueBooking[] {
  return waiting
    .map(booking => ({ ...booking, dueMs: dueMs(booking) }))
    .toSorted((a, b) => a.dueMs - b.dueMs || (a.booking_id < b.booking_id ? -1 : 1))
    .slice(0, limit);
}

interface Viewing {
  /** The caller. */
  actor: string;
  nowMs: number;
}

async function queuedViews(
  db: Database,
  safe: PeopleSafe,
  listed: readonly DueBooking[],
  viewing: Viewing,
): Promise<QueuedView[]> {
  const found = await findQueued(
    db,
    listed.map(({ booking_id }) => booking_id),
  );
  const byId = new Map(found.map(booking => [booking.booking_id, booking]));
  return listed.flatMap(each => {
    const booking = byId.get(each.booking_id);
    return booking === undefined ? [] : [queuedView(safe, booking, each, viewing)];
  });
}

function queuedView(
  safe: PeopleSafe,
  booking: QueuedBooking,
  waiting: DueBooking,
  { actor, nowMs }: Viewing,
): QueuedView {
  const { firstName = null, lastName = null } = safe.openPeople(booking)?.holder ?? {};
  const { needs_attention, attention_since, resolution, updated_at } = booking;
  const sinceMs = needs_attention ? attention_since?.getTime() : resolution?.sinceMs;
  return {
    bookingId: booking.booking_id as BookingRecord['bookingId'],
    partnerId: booking.organisation_id,
    environment: booking.environment,
    kind: waiting.kind,
    status: booking.status,
    statusReason: booking.status_reason,
    ...lastReport(booking),
    since: isoTime(sinceMs ?? updated_at.getTime()),
    deadline: isoTime(deadlineMs(waiting, nowMs)),
    dueAt: isoTime(waiting.dueMs),
    net: toMoney(booking.net_minor, booking.currency),
    taken: takenView(booking, actor),
    holder: { firstName, lastName },
    hotel: {
      hotelId: booking.hotel_id,
      name: booking.content.hotel.name,
      timeZone: booking.content.hotel.timeZone,
    },
    checkIn: booking.check_in,
    checkOut: booking.check_out,
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
