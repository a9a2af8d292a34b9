/** Starts the whole service with its jobs. Tests advance the time in steps, for the service and the database alike. */
import { setTimeout as realDelay } from 'node:timers/promises';
import type { Database } from '../src/platform/database/connect.ts';
import { type BookingApp, bookingApp } from './booking-app.ts';
import { testDatabase } from './database.ts';
import { type LeapingTime, leapingTime } from './leaping-time.ts';

export interface TimedBookingApp extends BookingApp {
  time: LeapingTime;
  /** Advances the time in steps. After each step, waits until every due job has run or waits for a later time. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Advances the time until work that waits for a provider is done. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** Longer than the deadline of a test provider. */
const PROVIDER_LIMIT_MS = 3_100;

export async function timedBookingApp(
  options: Parameters<typeof bookingApp>[0] = {},
): Promise<TimedBookingApp> {
  const database = await testDatabase();
  const time = await leapingTime(database.ownerDb);
  const booking = await bookingApp({ ...options, database, clock: time.clock });

  return {
    ...booking,
    time,
    async pass(ms, stepMs = ms) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        await time.leap(Math.min(stepMs, ms - passed));
        await jobsAreQuiet(database.ownerDb);
      }
    },
    async during(work) {
      // On a busy machine, handling a timeout takes longer. Another leap would then also end the request's own deadline.
      for (let waitMs = 200; ; waitMs = 2_000) {
        const done = await Promise.race([work.then(result => ({ result })), realDelay(waitMs)]);
        if (done) return done.result;
        await time.leap(PROVIDER_LIMIT_MS);
      }
    },
    async close() {
      await booking.close();
      await database.drop();
    },
  };
}

/** Waits until every due job has run or waits for a later time. Stops waiting after a hundred checks. */
export async function jobsAreQuiet(ownerDb: Database): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const [row] = await ownerDb<{ open: number }[]>`
      SELECT count(*)::int AS open FROM job
      WHERE dead_at IS NULL AND (run_at <= serai_now() OR lease_until IS NOT NULL)`;
    if (row?.open === 0) return;
    await realDelay(3);
  }
}
