import { MAX_FUNNEL_BOOKINGS, showFunnel } from '@serai/contract/account/usage.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { listKeyNames } from '../../keys/key-store.ts';
import { type BookedBy, listBookedBy } from '../../records/client-read-store.ts';
import { type Successes, sumSuccesses } from '../../records/usage/usage-read-store.ts';
import { getKey } from '../keys/key-operation-parts.ts';
import { usagePeriod } from '../period.ts';

/** Returns which of the bookings have ever been confirmed. Passed in, because the gateway has no access to bookings. */
export type ListConfirmed = (
  db: Database,
  organisationId: string | undefined,
  bookingIds: readonly string[],
) => Promise<readonly string[]>;

interface UsageFunnelParts {
  clock: Clock;
  listConfirmed: ListConfirmed;
}

const STEPS = { availability: 'searches', prebooking: 'quotes', booking: 'bookings' } as const;

export function usageFunnel({ clock, listConfirmed }: UsageFunnelParts): OperatorHandler {
  return operate(showFunnel, async (context, input) => {
    const { db, partnerId: organisationId } = context;
    const { environment, keyId, countersOnly = false } = input;
    if (keyId !== undefined) await getKey(db, context, keyId);
    const { fromMs, toMs } = usagePeriod(input, clock.nowMs());
    const filter = { organisationId, environment, keyId, from: new Date(fromMs), to: new Date(toMs) };
    const [successes, booked] = await Promise.all([
      sumSuccesses(db, filter, Object.keys(STEPS)),
      countersOnly ? [] : listBookedBy(db, filter, MAX_FUNNEL_BOOKINGS),
    ]);
    const ids = [...new Set(booked.map(({ bookingId }) => bookingId))];
    const confirmed = new Set(ids.length === 0 ? [] : await listConfirmed(db, organisationId, ids));
    const keys = funnels(successes, booked, confirmed);
    const names = await listKeyNames(db, organisationId, [...keys.keys()]);
    return {
      from: filter.from.toISOString(),
      to: filter.to.toISOString(),
      complete: booked.length < MAX_FUNNEL_BOOKINGS,
      countedSince:
        successes.length === 0
          ? null
          : new Date(Math.min(...successes.map(({ first }) => first.getTime()))).toISOString(),
      keys: [...keys]
        .map(([id, counts]) => ({
          keyId: id,
          name: names.get(id) ?? id,
          ...counts,
          confirmed: countersOnly ? null : counts.confirmed,
        }))
        .sort((a, b) => b.searches - a.searches || b.bookings - a.bookings || a.name.localeCompare(b.name)),
    };
  });
}

interface Funnel {
  searches: number;
  quotes: number;
  bookings: number;
  confirmed: number;
}

function funnels(
  successes: readonly Successes[],
  booked: readonly BookedBy[],
  confirmed: ReadonlySet<string>,
): Map<string, Funnel> {
  const keys = new Map<string, Funnel>();
  const of = (keyId: string): Funnel => {
    const funnel = keys.get(keyId) ?? { searches: 0, quotes: 0, bookings: 0, confirmed: 0 };
    keys.set(keyId, funnel);
    return funnel;
  };
  for (const { keyId, operation, requests } of successes) {
    of(keyId)[STEPS[operation as keyof typeof STEPS]] += requests;
  }
  const told = new Set<string>();
  for (const { keyId, bookingId } of booked) {
    if (!confirmed.has(bookingId) || told.has(bookingId)) continue;
    told.add(bookingId);
    of(keyId).confirmed++;
  }
  return keys;
}
