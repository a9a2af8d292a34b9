import { TRAFFIC_CLASSES } from '@serai/contract/operation.ts';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createMetrics } from '../metrics.ts';
import { openOverload } from './overload.ts';
import { Pressure, shareOfProcessor } from './pressure.ts';

function setUp() {
  const clock = new ManualClock();
  const loop = { delayMs: 0 };
  return { clock, loop, pressure: new Pressure(clock, { loopDelayMs: () => loop.delayMs }) };
}

test('a single second of event loop delay sheds no traffic class', () => {
  const { pressure, clock, loop } = setUp();
  for (const delayMs of [500, 0, 500, 0]) {
    loop.delayMs = delayMs;
    clock.advance(1_000);
    expect(pressure.shedding()).toEqual([]);
    expect(pressure.isLate).toBe(delayMs > 0);
  }
});

test('event loop delay sheds traffic classes one after another in order, but never bookings', () => {
  const { pressure, clock, loop } = setUp();
  loop.delayMs = 500;
  const seen: string[][] = [];
  for (let second = 0; second < TRAFFIC_CLASSES.length + 2; second++) {
    clock.advance(1_000);
    seen.push([...pressure.shedding()]);
  }
  expect(seen.slice(0, 3)).toEqual([[], ['search'], ['search', 'content']]);
  expect(seen.at(-1)).toEqual(TRAFFIC_CLASSES.filter(name => name !== 'book'));
  expect(TRAFFIC_CLASSES.filter(name => pressure.isShed(name))).toEqual(seen.at(-1));

  loop.delayMs = 0;
  clock.advance(1_000);
  expect(pressure.shedding()).toEqual(TRAFFIC_CLASSES.slice(0, -2));
  clock.advance(10_000);
  expect(pressure.shedding()).toEqual([]);
  expect(pressure.isLate).toBe(false);
});

test.each([
  ['the thread had the processor all the time', 900, 900, 1],
  ['other programs had the processor half of the time', 450, 900, 0.5],
  ['the event loop was idle', 5, 0, 1],
  ['the CPU time is slightly larger than the busy time', 905, 900, 1],
])('the share of the processor is calculated correctly if %s', (_, cpuMs, busyMs, share) => {
  expect(shareOfProcessor(cpuMs, busyMs)).toBe(share);
});

test('searches are rejected when statements wait long for a database connection, even if the event loop is not delayed', () => {
  const clock = new ManualClock();
  const pressure = new Pressure(clock, { loopDelayMs: () => 0, databaseWaitMs: () => 300 });
  clock.advance(1_000);
  expect(pressure.isShed('search')).toBe(true);
  expect(pressure.databaseWaitMs).toBe(300);
});

test('background work is the first to stop and the last to resume', () => {
  const clock = new ManualClock();
  const loop = { delayMs: 0 };
  const overload = openOverload({ clock, metrics: createMetrics(), loopDelayMs: () => loop.delayMs });
  const states = [0, 500, 500, 500, 0, 0, 0].map(delayMs => {
    loop.delayMs = delayMs;
    clock.advance(1_000);
    return overload.mayRefresh();
  });
  expect(states).toEqual([true, false, false, false, false, true, true]);
  const leaves = Array.from({ length: 100 }, (_, i) => {
    const owner = { organisationId: `org_${i}`, environment: 'sandbox' } as const;
    overload.admission.enter('search', owner);
    return () => overload.admission.leave('search', owner);
  });
  expect(overload.mayRefresh()).toBe(false);
  leaves[0]?.();
  expect(overload.mayRefresh()).toBe(true);
});
