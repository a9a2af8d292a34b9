/**
 * Breaks rules of the service on purpose. The simulation must detect each violation. The code that breaks the rules is
 * in this file, never in the service.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { ProviderCalls } from '../../src/booking/providers/call-provider.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { DatabaseError } from '../../src/platform/database/is-unavailable.ts';
import type { SimulationOptions } from './run-simulation.ts';
import { simulationUnderTest } from './simulation-under-test.ts';

const broken = vi.hoisted(() => ({ rule: '' }));

vi.mock('../../src/booking/bookings/protocol/journal-booking.ts', async original => {
  const real = await original<typeof import('../../src/booking/bookings/protocol/journal-booking.ts')>();
  const journalBooking: typeof real.journalBooking = async (db, ...rest) => {
    const journalled = await real.journalBooking(broken.rule === 'journal' ? unwritten(db) : db, ...rest);
    if (broken.rule === 'deny') throw new DatabaseError('CONNECTION_LOST', 'away');
    return journalled;
  };
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

vi.mock('../../src/billing/ledger/ledger-store.ts', async original => {
  const real = await original<typeof import('../../src/billing/ledger/ledger-store.ts')>();
  const entriesOfChange: typeof real.entriesOfChange = (tx, entries, isChecked) =>
    broken.rule === 'release' && entries.lines[0]?.kind === 'RELEASE'
      ? tx`SELECT`
      : real.entriesOfChange(tx, entries, isChecked && broken.rule !== 'credit');
  return { ...real, entriesOfChange };
});

vi.mock('../../src/booking/bookings/spend-store.ts', async original => {
  const real = await original<typeof import('../../src/booking/bookings/spend-store.ts')>();
  const sumSpend: typeof real.sumSpend = async (...args) =>
    broken.rule === 'spend' ? 0 : real.sumSpend(...args);
  return { ...real, sumSpend };
});

vi.mock('../../src/booking/reconcile/follow-up.ts', async original => {
  const real = await original<typeof import('../../src/booking/reconcile/follow-up.ts')>();
  const checkOutcome: typeof real.checkOutcome = async (...args) =>
    broken.rule === 'job' ? undefined : real.checkOutcome(...args);
  return { ...real, checkOutcome };
});

vi.mock('../../src/booking/terms/terms.ts', async original => {
  const real = await original<typeof import('../../src/booking/terms/terms.ts')>();
  const penaltyAt: typeof real.penaltyAt = (...args) =>
    broken.rule === 'penalty' ? { ...real.penaltyAt(...args), penaltyMinor: 0 } : real.penaltyAt(...args);
  return { ...real, penaltyAt };
});

vi.mock('../../src/booking/bookings/outcomes/compare-reservation.ts', async original => {
  const real = await original<typeof import('../../src/booking/bookings/outcomes/compare-reservation.ts')>();
  const compareReservation: typeof real.compareReservation = (...args) =>
    broken.rule === 'price' ? [] : real.compareReservation(...args);
  const comparePenalty: typeof real.comparePenalty = (...args) =>
    broken.rule === 'charge' ? undefined : real.comparePenalty(...args);
  return { ...real, compareReservation, comparePenalty };
});

vi.mock('../../src/booking/quotes/release-hold.ts', async original => {
  const real = await original<typeof import('../../src/booking/quotes/release-hold.ts')>();
  const releaseRejected: typeof real.releaseRejected = (parts, provider, booking) =>
    real.releaseRejected(
      parts,
      provider,
      broken.rule === 'hold' ? { ...booking, status: 'REJECTED' } : booking,
    );
  return { ...real, releaseRejected };
});

vi.mock('../../src/booking/bookings/booking-store.ts', async original => {
  const real = await original<typeof import('../../src/booking/bookings/booking-store.ts')>();
  const findBooking: typeof real.findBooking = async (...args) => {
    const booking = await real.findBooking(...args);
    return broken.rule === 'show' && booking?.status === 'PENDING' ? undefined : booking;
  };
  return { ...real, findBooking };
});

vi.mock('../../src/booking/operations/booking-response.ts', async original => {
  const real = await original<typeof import('../../src/booking/operations/booking-response.ts')>();
  const refusalOf: typeof real.refusalOf = (booking, reason, headers) =>
    real.refusalOf(booking, broken.rule === 'refusal' && headers ? null : reason, headers);
  return { ...real, refusalOf };
});

vi.mock('../../src/booking/quotes/quote-store.ts', async original => {
  const real = await original<typeof import('../../src/booking/quotes/quote-store.ts')>();
  const findQuote: typeof real.findQuote = async (...args) => {
    const quote = await real.findQuote(...args);
    return broken.rule === 'quote' && quote ? { ...quote, is_expired: false } : quote;
  };
  const useQuote: typeof real.useQuote = async (...args) => {
    const use = await real.useQuote(...args);
    return broken.rule === 'quote' && use === 'EXPIRED' ? 'OK' : use;
  };
  return { ...real, findQuote, useQuote };
});

vi.mock('../../src/booking/bookings/protocol/database-outages.ts', async original => {
  const real = await original<typeof import('../../src/booking/bookings/protocol/database-outages.ts')>();
  const keepTrying: typeof real.keepTrying = (parts, work, answerMs) =>
    broken.rule === '5xx' ? work() : real.keepTrying(parts, work, answerMs);
  return { ...real, keepTrying };
});

vi.mock('../../src/platform/operations/sent-mark.ts', async original => {
  const real = await original<typeof import('../../src/platform/operations/sent-mark.ts')>();
  class SentMark<Known> extends real.SentMark<Known> {
    override forbids(thrown: unknown): boolean {
      return broken.rule !== '5xx' && super.forbids(thrown);
    }
  }
  return { ...real, SentMark };
});

vi.mock('../../src/booking/bookings/protocol/open-calls.ts', async original => {
  const real = await original<typeof import('../../src/booking/bookings/protocol/open-calls.ts')>();
  class OpenCalls extends real.OpenCalls {
    override within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
      return broken.rule === '5xx' ? work : super.within(work, ms);
    }
  }
  return { ...real, OpenCalls };
});

vi.mock('../../src/booking/providers/provider-registry.ts', async original => {
  const real = await original<typeof import('../../src/booking/providers/provider-registry.ts')>();
  const providerRegistry: typeof real.providerRegistry = configured => {
    if (broken.rule !== 'modes') return real.providerRegistry(configured);
    return { list: () => configured, find: code => configured.find(each => each.code === code) };
  };
  return { ...real, providerRegistry };
});

/** Pretends to commit but rolls everything back. */
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

/** Sends a cancellation but reports that nothing was sent. */
class LyingCalls extends ProviderCalls {
  override async cancel(...args: Parameters<ProviderCalls['cancel']>): ReturnType<ProviderCalls['cancel']> {
    await super.cancel(...args);
    return { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };
  }
}

/** With the faults in `WEATHER`, ten seeds are usually enough to detect each violation. */
const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);
/**
 * Seeds that are known to detect a violation of rules for which many seeds do not. They are tried first, which saves a
 * minute. A change to the service may make a seed useless; the other seeds are then tried as well.
 */
const KNOWN_SEEDS: Record<string, readonly number[]> = {
  charge: [5],
  credit: [149],
  fence: [5],
  hold: [4],
  penalty: [52],
  price: [17],
  refusal: [24],
  'send in time': [15],
  spend: [14],
};

const simulate = simulationUnderTest();
beforeEach(() => {
  broken.rule = '';
});

class MixedCalls extends ProviderCalls {
  override whyNotStart(...args: Parameters<ProviderCalls['whyNotStart']>) {
    const why = super.whyNotStart(...args);
    return why === 'ENVIRONMENT' ? undefined : why;
  }
}

/** For each rule, the fault settings that expose a violation most often. */
const WEATHER: Record<string, SimulationOptions['weather']> = {
  watch: { lagShare: 3, replyLost: 0.9 },
  price: { priceDrift: 1, soldOut: 0, crashes: 0, pauses: 0 },
  quote: { replyDelayed: 0.8 },
  refusal: { soldOut: 0.6, clientReplyLost: 0.4 },
  fence: { pauses: 4 },
  'send in time': { pauses: 8, soldOut: 0, databaseLost: 0 },
  '5xx': { databaseLost: 0.3 },
};

const CALLS: Record<string, NonNullable<SimulationOptions['createCalls']>> = {
  'send once': options => new ObstinateCalls(options),
  'send in time': options => new SleepyCalls(options),
  modes: options => new MixedCalls(options),
  'cancel unsent': options => new LyingCalls(options),
};

test.each([
  ['the journal is written before the call', 'journal', /belongs to no booking/],
  ['a process that lost its lease does not end the attempt', 'fence', /no longer held its lease/],
  ['a single ABSENT lookup does not reject a booking', 'two absent', /rejected too early/],
  ['a booking with an unknown outcome is never sent again', 'send once', /sent again/],
  ['nothing is sent after the lease has expired', 'send in time', /without an open attempt/],
  ['every change has an event', 'event', /^I7/],
  ['every open booking has a job', 'job', /has no job/],
  ['a rejected booking is watched for a late confirmation', 'watch', /REJECTED.* but has a live reservation/],
  ['a penalty is charged only if it was accepted', 'penalty', /^I5.*cancelled/],
  ['a charge above the promised penalty needs attention', 'charge', /^I5.*charged more than promised/],
  ['rooms are released only if they can no longer be booked', 'hold', /released quo_/],
  ['a booking is made at the accepted price', 'price', /^I5.*costs/],
  ['an expired quote cannot be booked', 'quote', /quote had expired/],
  ['an acknowledged booking is visible immediately', 'show', /^I1/],
  ['a repeated request returns the same refusal', 'refusal', /^refusal.*refused with/],
  ['test mode reaches no live supplier', 'modes', /^I8/],
  ['a booking whose journal is known to be committed never returns 5xx', 'deny', /^5xx.*was journalled/],
  ['every balance matches the bookings and payments', 'release', /^I9.*owes and holds/],
  ['bookings never exceed the spend limit of their key', 'spend', /^I9.*made its key spend/],
  ['bookings never exceed the credit of their partner', 'credit', /^I9.*of a credit of/],
  ['a cancellation that was sent never returns 5xx', 'cancel unsent', /^5xx: the cancellation of/],
  ['a request that was sent never returns 5xx', '5xx', /^5xx.*the response was 5xx/],
])(
  'the simulation detects a violation of the rule that %s',
  async (_, rule, sees) => {
    broken.rule = rule;
    const seen: string[] = [];
    for (const seed of [...(KNOWN_SEEDS[rule] ?? []), ...SEEDS]) {
      if (seen.length > 0) break;
      const { faults } = await simulate(seed, { createCalls: CALLS[rule], weather: WEATHER[rule] });
      seen.push(...faults.filter(fault => sees.test(fault)));
    }
    expect(seen).not.toEqual([]);
  },
  300_000,
);
