/**
 * Rules of the service broken on purpose: the simulation must see each. What breaks them stands here, never in the service.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { ProviderCalls } from '../../src/booking/providers/call-provider.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import type { SimulationOptions } from './run-simulation.ts';
import { simulationUnderTest } from './simulation-under-test.ts';

const broken = vi.hoisted(() => ({ rule: '' }));

vi.mock('../../src/booking/bookings/journal-booking.ts', async original => {
  const real = await original<typeof import('../../src/booking/bookings/protocol/journal-booking.ts')>();
  const journalBooking: typeof real.journalBooking = (db, ...rest) =>
    real.journalBooking(broken.rule === 'journal' ? unwritten(db) : db, ...rest);
  return { ...real, journalBooking };
});

vi.mock('../../src/booking/bookings/attempt-store.ts', async original => {
  const real = await original<typeof import('../../src/booking/bookings/attempt-store.ts')>();
  const finishAttempt: typeof real.finishAttempt = async (tx, lease, outcome) => {
    if (broken.rule !== 'fence') return real.finishAttempt(tx, lease, outcome);
    await tx`
      UPDATE booking_attempt SET finished_at = serai_now(), outcome = ${outcome}
      WHERE booking_id = ${lease.bookingId} AND number = ${lease.number}`;
    return true;
  };
  return { ...real, finishAttempt };
});

vi.mock('../../src/booking/reconcile/judge-lookup.ts', async original => {
  const real = await original<typeof import('../../src/booking/reconcile/judge-lookup.ts')>();
  const judgeLookup: typeof real.judgeLookup = facts => {
    const { booking } = facts;
    if (broken.rule === 'two absent' && booking.resolution) {
      const seen = { ...booking, resolution: { ...booking.resolution, firstSeenMs: 0 } };
      return real.judgeLookup({ ...facts, booking: seen, attemptMs: 0 });
    }
    const verdict = real.judgeLookup(facts);
    const isOver = broken.rule === 'watch' && verdict.change?.event.kind === 'REFUSED';
    return isOver ? { ...verdict, next: 'NOTHING' } : verdict;
  };
  return { ...real, judgeLookup };
});

vi.mock('../../src/platform/events/outbox-store.ts', async original => {
  const real = await original<typeof import('../../src/platform/events/outbox-store.ts')>();
  const appendEvent: typeof real.appendEvent = async (tx, seal, event) =>
    broken.rule === 'event' && event.type === 'booking.cancelled' ? '' : real.appendEvent(tx, seal, event);
  return { ...real, appendEvent };
});

vi.mock('../../src/booking/reconcile/follow-up.ts', async original => {
  const real = await original<typeof import('../../src/booking/reconcile/follow-up.ts')>();
  const checkOutcome: typeof real.checkOutcome = async (...args) =>
    broken.rule === 'job' ? undefined : real.checkOutcome(...args);
  return { ...real, checkOutcome };
});

vi.mock('../../src/booking/terms/penalty-at.ts', async original => {
  const real = await original<typeof import('../../src/booking/terms/penalty-at.ts')>();
  const penaltyAt: typeof real.penaltyAt = (...args) =>
    broken.rule === 'penalty' ? { ...real.penaltyAt(...args), penaltyMinor: 0 } : real.penaltyAt(...args);
  return { ...real, penaltyAt };
});

vi.mock('../../src/booking/bookings/outcomes/compare-reservation.ts', async original => {
  const real = await original<typeof import('../../src/booking/bookings/outcomes/compare-reservation.ts')>();
  const compareReservation: typeof real.compareReservation = (...args) =>
    broken.rule === 'price' ? [] : real.compareReservation(...args);
  return { ...real, compareReservation };
});

/** Everything is done and nothing of it stays. */
function unwritten(db: Database): Database {
  const undone = new Error('undone');
  const transaction = async <T>(work: (tx: Database) => Promise<T>): Promise<T> => {
    let result: T | undefined;
    const attempt = db.transaction(async tx => {
      result = await work(tx);
      throw undone;
    });
    await attempt.catch(error => {
      if (error !== undone) throw error;
    });
    return result as T;
  };
  const query = (...args: Parameters<Database>) => db(...args);
  return Object.assign(query, db, { transaction }) as Database;
}

class ObstinateCalls extends ProviderCalls {
  override async book(...args: Parameters<ProviderCalls['book']>): ReturnType<ProviderCalls['book']> {
    const outcome = await super.book(...args);
    return outcome.kind === 'UNKNOWN' ? super.book(...args) : outcome;
  }
}

class SleepyCalls extends ProviderCalls {
  override book(...[context, request]: Parameters<ProviderCalls['book']>) {
    return super.book({ ...context, sendByMs: Number.POSITIVE_INFINITY }, request);
  }
}

/** Most are seen within six. */
const MOST_SEEDS = 200;

const simulate = simulationUnderTest();
beforeEach(() => {
  broken.rule = '';
});

const CALLS: Record<string, NonNullable<SimulationOptions['createCalls']>> = {
  'send once': options => new ObstinateCalls(options),
  'send in time': options => new SleepyCalls(options),
};

test.each([
  ['the journal is written before the call', 'journal', /belongs to no booking/],
  ['who lost an attempt does not end it', 'fence', /ended by who no longer had it/],
  ['one ABSENT is not enough', 'two absent', /rejected early/],
  ['an unknown booking is never sent again', 'send once', /sent again/],
  ['nothing is sent after its lease', 'send in time', /without an attempt/],
  ['every change has its event', 'event', /^I7/],
  ['every open outcome has its job', 'job', /has no job/],
  ['what was rejected is watched', 'watch', /REJECTED.* has a live reservation/],
  ['a penalty is accepted or not incurred', 'penalty', /^I5.*cancelled/],
  ['the price booked is the price accepted', 'price', /^I5.*costs/],
])(
  '%s: seen when it is broken',
  async (_, rule, sees) => {
    broken.rule = rule;
    const seen: string[] = [];
    for (let seed = 1; seed <= MOST_SEEDS && seen.length === 0; seed++) {
      const { faults } = await simulate(seed, { createCalls: CALLS[rule] });
      seen.push(...faults.filter(fault => sees.test(fault)));
    }
    expect(seen).not.toEqual([]);
  },
  120_000,
);
