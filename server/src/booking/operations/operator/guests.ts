import {
  eraseGuests,
  exportGuests,
  type guestChoice,
  MAX_GUEST_BOOKINGS,
  listErasures as operation,
} from '@serai/contract/account/guests.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../../platform/operations/operator/caller-checks.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import type { Booking } from '../../bookings/booking.ts';
import { bookingView } from '../../bookings/booking-view.ts';
import { listExchanges } from '../../bookings/exchange-store.ts';
import { listHistoryWithEvidence } from '../../bookings/history-store.ts';
import { listNotes } from '../../bookings/note-store.ts';
import { eraseBooking, reasonToKeep } from '../../guests/erase-guests.ts';
import { type Erasure, listChosenBookings, listErasures } from '../../guests/erase-store.ts';
import { shownExchanges } from '../../request-mode.ts';
import { maySeeCost } from './bookings.ts';
import type { OperatorParts } from './operator-parts.ts';

const DEFAULT_LIMIT = 50;

/** Bookings with the same last name are read in batches, because comparing the email address requires decrypting it. */
const BATCH_SIZE = 500;

type Exported = z.input<typeof exportGuests.output>['bookings'][number];

type EraseResponse = z.input<typeof eraseGuests.output>;

type Choice = z.output<ReturnType<typeof guestChoice>>;

export function guestsExport(parts: OperatorParts): OperatorHandler {
  const { clock, recordAudit } = parts;
  return operate(exportGuests, async (context, input) => {
    const { db } = context;
    const { bookings, hasMore } = await chooseBookings(parts, context, input);
    // Audited before anything is returned, so that personal data is never exported without an audit entry.
    await inTransaction(db, async tx => {
      for (const { booking_id: target } of bookings) {
        await recordAudit(
          tx,
          auditOf(context, { action: exportGuests.name, target, before: null, after: null }),
        );
      }
    });
    const exported: Exported[] = [];
    for (const booking of bookings) exported.push(await exportOne(parts, context, booking));
    return { exportedAt: isoTime(clock.nowMs()), bookings: exported, hasMore };
  });
}

async function exportOne(
  { safe, clock, listDeliveries }: OperatorParts,
  { db, staff }: OperatorContext,
  booking: Booking,
): Promise<Exported> {
  const people = safe.openPeople(booking);
  const seesCost = maySeeCost(staff, booking);
  const history = await listHistoryWithEvidence(db, safe, booking);
  const exchanges = seesCost ? await listExchanges(db, safe, booking) : [];
  const deliveries = await listDeliveries(db, booking.organisation_id, booking.booking_id);
  return {
    booking: bookingView(booking, people, clock.nowMs()),
    cancelReason: people?.cancelReason ?? null,
    history: history.map(({ by: _, note: __, evidence, ...entry }) => ({
      ...entry,
      evidence: seesCost ? evidence : null,
    })),
    audit: shownExchanges(exchanges),
    deliveries: deliveries.map(({ deliveryId, endpointId, eventId, eventType, status, createdAt }) => ({
      deliveryId,
      endpointId,
      eventId,
      eventType,
      status,
      createdAt,
    })),
    ...(staff && { notes: await listNotes(db, safe, booking) }),
  };
}

export function guestsErase(parts: OperatorParts): OperatorHandler {
  return operate(eraseGuests, async (context, input) => {
    const nowMs = parts.clock.nowMs();
    const isErasable = (booking: Booking) => reasonToKeep(booking, nowMs) === undefined;
    const { bookings, hasMore } = await chooseBookings(parts, context, input, isErasable);
    const response: EraseResponse = { erased: [], kept: [], hasMore };
    for (const { booking_id, environment } of bookings) {
      const result = await eraseOne(parts, context, booking_id);
      const named = { bookingId: booking_id as EraseResponse['kept'][0]['bookingId'], environment };
      if (typeof result === 'string') response.kept.push({ ...named, reason: result });
      else response.erased.push({ ...named, erasedAt: isoTime(result.getTime()) });
    }
    const [first] = response.kept;
    if (first && response.erased.length === 0) throw new ApiError('INVALID_STATE', first.reason);
    return response;
  });
}

/**
 * Returns the time of erasure, or the reason why the guest data cannot be erased. Each booking has its own transaction, so earlier
 * erasures survive a failure.
 */
async function eraseOne(
  { safe, erasures, recordAudit }: OperatorParts,
  context: OperatorContext,
  bookingId: string,
): Promise<Date | string> {
  let reason: string | undefined;
  let isNew = false;
  const mayErase = (booking: Booking, nowMs: number) => {
    reason = reasonToKeep(booking, nowMs);
    isNew = reason === undefined;
    return isNew;
  };
  return inTransaction(context.db, async tx => {
    const booking = await eraseBooking(tx, safe, { bookingId, cause: 'REQUEST', mayErase });
    const { erased_at: erasedAt, version } = booking;
    if (erasedAt === null) return reason ?? '';
    if (!isNew) return erasedAt;
    const after = { erasedAt: isoTime(erasedAt.getTime()), version };
    await recordAudit(
      tx,
      auditOf(context, { action: eraseGuests.name, target: bookingId, before: null, after }),
    );
    // This is the last step before the commit. After a crash, the list may contain an uncommitted erasure, but it never lacks a
    // committed one.
    await erasures.add([{ bookingId, erasedAt: after.erasedAt }]);
    return erasedAt;
  });
}

export function guestsErasures({ cursorKey }: OperatorParts): OperatorHandler {
  return operate(operation, async ({ db, partnerId: organisationId }, { page, environment, cause }) => {
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [operation.name, organisationId ?? null, environment ?? null, cause ?? null];
    const [at, bookingId] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const before = at !== undefined && bookingId !== undefined ? { at, bookingId } : undefined;
    const found = await listErasures(db, { organisationId, environment, cause, before, limit: limit + 1 });
    const paged = pageOf(found, limit, ({ erased_at, booking_id }) =>
      makeCursor(cursorKey, boundTo, [erased_at.toISOString(), booking_id]),
    );
    return { erasures: paged.shown.map(erasureView), page: paged.page };
  });
}

function erasureView(erasure: Erasure): z.input<typeof operation.output>['erasures'][number] {
  return {
    bookingId: erasure.booking_id,
    clientReference: erasure.client_reference,
    environment: erasure.environment,
    checkOut: erasure.check_out,
    erasedAt: isoTime(erasure.erased_at.getTime()),
    cause: erasure.erased_because,
  };
}

/**
 * Finds the selected bookings, or throws 404. Production bookings require step-up. Bookings that match `comesFirst` are
 * returned first, so that the others never displace them.
 */
async function chooseBookings(
  { safe }: Pick<OperatorParts, 'safe'>,
  context: OperatorContext,
  { holder, ...choice }: Choice,
  comesFirst: (booking: Booking) => boolean = () => true,
): Promise<{ bookings: Booking[]; hasMore: boolean }> {
  const { db, organisationId } = context;
  const holderMark = holder && safe.holderMark(organisationId, holder.lastName);
  const email = holder?.email.toLowerCase();
  const first: Booking[] = [];
  const others: Booking[] = [];
  let after = '';
  while (first.length <= MAX_GUEST_BOOKINGS) {
    const found = await listChosenBookings(db, {
      ...choice,
      organisationId,
      holderMark,
      after,
      limit: BATCH_SIZE,
    });
    const isTheirs = (booking: Booking) =>
      email === undefined || safe.openPeople(booking)?.holder.email?.toLowerCase() === email;
    for (const booking of found.filter(isTheirs)) {
      if (comesFirst(booking)) first.push(booking);
      else if (others.length <= MAX_GUEST_BOOKINGS) others.push(booking);
    }
    if (found.length < BATCH_SIZE) break;
    after = (found.at(-1) as Booking).booking_id;
  }
  const all = [...first, ...others];
  const bookings = all.slice(0, MAX_GUEST_BOOKINGS);
  if (bookings.length === 0) {
    throw new ApiError(
      'BOOKING_NOT_FOUND',
      'Unknown booking for this partner. Check the booking ID, or find the booking in bookings/list.',
    );
  }
  if (bookings.some(({ environment }) => environment === 'production')) requireConfirmed(context);
  return { bookings, hasMore: all.length > MAX_GUEST_BOOKINGS };
}
