/** Seven traffic patterns that distinguish window algorithms, with a limit of 600 requests per minute. */
import { expect, test } from 'vitest';
import { ExactLog } from './exact-log.ts';
import type { LimiterUnderTest } from './limiter-under-test.ts';

const LIMITS = { perMinute: 600, perHour: 1e9, perDay: 1e9 };
const MINUTE_MS = 60_000;

interface Outcome {
  admitted: number;
  /** The number of rejected requests that an exact log would have admitted. */
  refusedWrongly: number;
  /** The largest number of requests admitted in any 60 s. */
  most: number;
}

export function describeTraffic(subject: () => LimiterUnderTest, minutes: number): void {
  const run = (times: number[]) => send(subject(), times);
  const everyMinute = (perMinute: (startMs: number) => number[]) =>
    Array.from({ length: minutes }, (_, minute) => perMinute(minute * MINUTE_MS)).flat();

  test('the limiter admits all of 600 requests sent within 20 ms once a minute', async () => {
    const outcome = await run(everyMinute(startMs => spread(600, startMs, 20)));
    expect(outcome).toEqual({ admitted: 600 * minutes, refusedWrongly: 0, most: 600 });
  });

  test('the limiter admits all of 600 requests sent within 1 s once a minute', async () => {
    const outcome = await run(everyMinute(startMs => spread(600, startMs, 1000)));
    expect(outcome).toEqual({ admitted: 600 * minutes, refusedWrongly: 0, most: 600 });
  });

  test('the limiter admits all of 500 requests sent within 10 s once a minute', async () => {
    const outcome = await run(everyMinute(startMs => spread(500, startMs, 10_000)));
    expect(outcome).toEqual({ admitted: 500 * minutes, refusedWrongly: 0, most: 500 });
  });

  test('the limiter rejects the second burst when 600 requests at :59 are followed by 600 at :00', async () => {
    const outcome = await run([...spread(600, 59_000, 20), ...spread(600, 60_000, 20)]);
    expect(outcome).toEqual({ admitted: 600, refusedWrongly: 0, most: 600 });
  });

  test('the limiter admits one more request at 60 s after 1 at 0 s and 599 at 59.9 s', async () => {
    const outcome = await run([0, ...spread(599, 59_900, 0), ...spread(600, 60_000, 0)]);
    expect(outcome).toEqual({ admitted: 601, refusedWrongly: 0, most: 600 });
  });

  test('the limiter admits 600 requests in every minute of a steady load of twice the limit', async () => {
    const outcome = await run(everyMinute(startMs => spread(1200, startMs, MINUTE_MS)));
    expect(outcome).toEqual({ admitted: 600 * minutes, refusedWrongly: 0, most: 600 });
  });

  test('the limiter admits at most 0.5 % more than the limit in any 60 s of random arrivals at 9.5 per second', async () => {
    const outcome = await run(randomArrivals(minutes));
    expect(outcome.refusedWrongly).toBe(0);
    expect(outcome.most).toBeLessThanOrEqual(603);
  });
}

async function send({ limiter, clock }: LimiterUnderTest, times: number[]): Promise<Outcome> {
  const startMs = Math.ceil(clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  const log = new ExactLog();
  let admitted = 0;
  let refusedWrongly = 0;
  for (const timeMs of times) {
    clock.advance(startMs + timeMs - clock.nowMs());
    const { admitted: passed } = await limiter.decide('traffic', LIMITS);
    if (!passed && log.wouldAdmit(LIMITS, clock.nowMs())) refusedWrongly += 1;
    if (!passed) continue;
    log.admit(clock.nowMs());
    admitted += 1;
  }
  return { admitted, refusedWrongly, most: log.mostWithin(MINUTE_MS) };
}

function spread(count: number, startMs: number, overMs: number): number[] {
  return Array.from({ length: count }, (_, index) => startMs + Math.floor((index * overMs) / count));
}

/** Poisson arrivals with a fixed seed. */
function randomArrivals(minutes: number): number[] {
  const times: number[] = [];
  let state = 20_260_101;
  let timeMs = 0;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    timeMs += -Math.log((state + 1) / 4_294_967_297) * (1000 / 9.5);
    if (timeMs >= minutes * MINUTE_MS) return times;
    times.push(Math.floor(timeMs));
  }
}
