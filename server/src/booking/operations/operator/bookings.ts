import {
  type BookingsSummary,
  DEFAULT_SUMMARY_DAYS,
  listBookings,
  MAX_SUMMARY_DAYS,
  showBooking,
  summariseBookings,
} from '@serai/contract/account/bookings.ts';
import { BOOKING_STATES, isOpenState } from '@serai/contract/booking/booking-states.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { type Day, daysBetween } from '../../../platform/time/days-between.ts';
import { recentPeriod } from '../../../platform/time/recent-period.ts';
import type { Booking } from '../../bookings/booking.ts';
import { bookingSummaryView, bookingView } from '../../bookings/booking-view.ts';
import { listExchanges } from '../../bookings/exchange-store.ts';
import { listHistoryWithEvidence, type OperatorEntry } from '../../bookings/history-store.ts';
import { listNotes } from '../../bookings/note-store.ts';
import type { PeopleSafe } from '../../bookings/people.ts';
import { isCheckUnderWay } from '../../reconcile/follow-up.ts';
import { shownExchanges } from '../../request-mode.ts';
import { findBookings } from './booking-search.ts';
import { originOf } from './booking-support.ts';
import {
  type BookingCount,
  type ChangePosition,
  countBookings,
  countNeedingAttention,
  listOrganisationBookings,
  listPartnerIds,
} from './operator-bookings-store.ts';
import { getOrganisationBooking, type OperatorParts } from './operator-parts.ts';
import { takenView } from './take-case.ts';

const DEFAULT_LIMIT = 50;

export function bookingsList({
  safe,
  cursorKey,
}: Pick<OperatorParts, 'safe' | 'cursorKey'>): OperatorHandler {
  return operate(
    listBookings,
    async ({ db, partnerId: organisationId }, { page, holderLastName, search, ...filters }) => {
      const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
      const boundTo = [
        listBookings.name,
        organisationId ?? null,
        holderLastName ?? null,
        search ?? null,
        Object.entries(filters).sort(),
      ];
      const found = await listOrganisationBookings(db, {
        ...filters,
        organisationId,
        bookingIds:
          search === undefined
            ? undefined
            : await matching(db, safe, search, organisationId, filters.environment),
        holderMarks:
          holderLastName === undefined ? undefined : await marksOf(db, safe, organisationId, holderLastName),
        after: cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor)),
        limit: limit + 1,
      });
      const paged = pageOf(found, limit, ({ changed_at, booking_id }) =>
        makeCursor(cursorKey, boundTo, [changed_at, booking_id]),
      );
      return {
        bookings: paged.shown.map(booking => ({
          ...bookingSummaryView(booking, safe.openPeople(booking)),
          partnerId: booking.organisation_id,
        })),
        page: paged.page,
      };
    },
  );
}

const MAX_MATCHES = 200;

async function matching(
  db: Database,
  safe: PeopleSafe,
  search: string,
  organisationId: string | undefined,
  environment: Environment | undefined,
): Promise<string[]> {
  const found = await findBookings(db, safe, search.trim(), {
    organisationId,
    ...(environment && { environments: [environment] }),
    limit: MAX_MATCHES,
  });
  return found.map(({ booking }) => booking.booking_id);
}

/**
 * The keyed hash of a name differs between partners, so a search across all partners compares one hash per
 * partner.
 */
async function marksOf(
  db: Database,
  safe: PeopleSafe,
  organisationId: string | undefined,
  lastName: string,
): Promise<Buffer[]> {
  const partners = organisationId === undefined ? await listPartnerIds(db) : [organisationId];
  return partners.map(id => safe.holderMark(id, lastName));
}

function positionOf([changedAt, bookingId]: string[]): ChangePosition {
  return { changedAt, bookingId } as ChangePosition;
}

export function bookingsShow({ safe, clock, listDeliveries }: OperatorParts): OperatorHandler {
  return operate(showBooking, async ({ db, organisationId, staff, actor }, { bookingId, includeAudit }) => {
    // Before the booking is read: if no check is under way, the booking contains the result of the last one.
    const isUnderWay = staff === true && (await isCheckUnderWay(db, { booking_id: bookingId }));
    const booking = await getOrganisationBooking(db, organisationId, bookingId);
    const [history, deliveries] = await Promise.all([
      listHistoryWithEvidence(db, safe, booking),
      listDeliveries(db, organisationId, bookingId),
    ]);
    const seesCost = maySeeCost(staff, booking);
    const exchanges = includeAudit && seesCost ? await listExchanges(db, safe, booking) : undefined;
    const audit = exchanges && shownExchanges(exchanges);
    return {
      partnerId: booking.organisation_id,
      booking: bookingView(booking, safe.openPeople(booking), clock.nowMs()),
      history: history.map(entry => historyFor(entry, { staff, seesCost })),
      deliveries,
      ...(audit && { audit }),
      ...(staff && {
        origin: await originOf(db, booking),
        notes: await listNotes(db, safe, booking),
        taken: takenView(booking, actor),
        checkUnderWay: isOpenState(booking.status) && isUnderWay,
      }),
    };
  });
}

/** Exchanges with real providers, and notes about them, contain the cost, which only staff may see. */
export function maySeeCost(staff: boolean | undefined, { test_mode }: Booking): boolean {
  return staff === true || test_mode;
}

/** Partner users do not see which staff member made a change. */
function historyFor(
  entry: OperatorEntry,
  { staff, seesCost }: { staff: boolean | undefined; seesCost: boolean },
): OperatorEntry {
  if (staff === true) return entry;
  return seesCost ? { ...entry, by: null } : { ...entry, evidence: null, by: null, note: null };
}

const SUMMARY_LENGTHS = { defaultDays: DEFAULT_SUMMARY_DAYS, maxDays: MAX_SUMMARY_DAYS };

export function bookingsSummary({
  clock,
  timeZone,
}: Pick<OperatorParts, 'clock' | 'timeZone'>): OperatorHandler {
  return operate(summariseBookings, async ({ db, partnerId: organisationId }, { environment, ...period }) => {
    const { fromMs, toMs } = recentPeriod(period, clock.nowMs(), SUMMARY_LENGTHS);
    const scope = { organisationId, environment };
    const zone = await timeZone();
    const [counts, needsAttention] = await Promise.all([
      countBookings(db, scope, { from: new Date(fromMs), to: new Date(toMs), timeZone: zone }),
      countNeedingAttention(db, scope),
    ]);
    return {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      timeZone: zone,
      total: sumOf(counts),
      states: BOOKING_STATES.map(status => ({
        status,
        count: sumOf(counts.filter(each => each.status === status)),
      })),
      needsAttention,
      created: daysOf(counts, daysBetween(fromMs, toMs, zone)),
      confirmedValue: confirmedValueOf(counts),
    };
  });
}

function sumOf(counts: readonly BookingCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

/** Every day of the period, including days without bookings. */
function daysOf(counts: readonly BookingCount[], days: readonly Day[]): BookingsSummary['created'] {
  const byDay = Map.groupBy(counts, ({ day }) => day);
  return days.map(({ date, startMs }) => {
    const own = byDay.get(date) ?? [];
    const states = BOOKING_STATES.map(status => ({
      status,
      count: sumOf(own.filter(each => each.status === status)),
    }));
    return {
      date,
      start: new Date(startMs).toISOString(),
      count: sumOf(own),
      states: states.filter(({ count }) => count > 0),
    };
  });
}

function confirmedValueOf(counts: readonly BookingCount[]): BookingsSummary['confirmedValue'] {
  const firm = counts.filter(({ status }) => status === 'CONFIRMED' || status === 'COMPLETED');
  return [...Map.groupBy(firm, ({ currency }) => currency)]
    .map(([currency, own]) =>
      toMoney(
        own.reduce((total, { netMinor }) => total + netMinor, 0),
        currency,
      ),
    )
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}
