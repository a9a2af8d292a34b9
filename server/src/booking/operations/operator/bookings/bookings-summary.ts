import {
  type BookingsSummary,
  DEFAULT_SUMMARY_DAYS,
  MAX_SUMMARY_DAYS,
  summariseBookings,
} from '@serai/contract/account/bookings.ts';
import { BOOKING_STATES } from '@serai/contract/booking/booking-states.ts';
import { toMoney } from '../../../../platform/money/minor-units.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import type { OperatorParts } from '../operator-parts.ts';
import { type BookingCount, countBookings, countInNeed } from './booking-counts-store.ts';

const DAY_MS = 86_400_000;

export function bookingsSummary({ clock }: Pick<OperatorParts, 'clock'>): OperatorHandler {
  return operate(summariseBookings, async ({ db, organisationId }, { environment, ...period }) => {
    const { fromMs, toMs } = periodOf(period, clock.nowMs());
    const scope = { organisationId, environment };
    const [counts, needsAttention] = await Promise.all([
      countBookings(db, scope, new Date(fromMs), new Date(toMs)),
      countInNeed(db, scope),
    ]);
    return {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      total: sumOf(counts),
      states: BOOKING_STATES.map(status => ({
        status,
        count: sumOf(counts.filter(each => each.status === status)),
      })),
      needsAttention,
      created: daysOf(counts, fromMs, toMs),
      confirmedValue: confirmedValueOf(counts),
    };
  });
}

/** Of the default length where an end is missing; never longer than the longest, whatever was given. */
function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, nowMs: number) {
  const lengthMs = DEFAULT_SUMMARY_DAYS * DAY_MS;
  const givenFrom = from === undefined ? undefined : Date.parse(from);
  const toMs = to === undefined ? Math.max(nowMs, (givenFrom ?? nowMs) + 1) : Date.parse(to);
  const fromMs = Math.max(givenFrom ?? toMs - lengthMs, toMs - MAX_SUMMARY_DAYS * DAY_MS);
  return { fromMs, toMs };
}

function sumOf(counts: readonly BookingCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

/** Without a gap: a day without bookings stands there with zero. */
function daysOf(counts: readonly BookingCount[], fromMs: number, toMs: number): BookingsSummary['created'] {
  const byDay = Map.groupBy(counts, ({ day }) => day.getTime());
  const days: BookingsSummary['created'] = [];
  for (let startMs = Math.floor(fromMs / DAY_MS) * DAY_MS; startMs < toMs; startMs += DAY_MS) {
    const own = byDay.get(startMs) ?? [];
    const states = BOOKING_STATES.map(status => ({
      status,
      count: sumOf(own.filter(each => each.status === status)),
    }));
    days.push({
      start: new Date(startMs).toISOString(),
      count: sumOf(own),
      states: states.filter(({ count }) => count > 0),
    });
  }
  return days;
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
