import { expect, test } from 'vitest';
import { takeTurn, turnWaitMs } from './take-turn.ts';

test('callers take turns in order, and other events are handled between two turns', async () => {
  const heard: string[] = [];
  const others = (async () => {
    for (let i = 0; i < 20; i++) {
      await new Promise(resolve => setImmediate(resolve));
      heard.push('other');
    }
  })();
  await Promise.all(
    ['a', 'b', 'c'].map(async name => {
      await takeTurn();
      heard.push(name);
    }),
  );
  await others;
  const turns = heard.join(' ');
  expect(turns).toMatch(/^(other )*a( other)+ b( other)+ c( other)*$/);
});

test('the estimated wait grows with the queue and the duration of recent turns', async () => {
  expect(turnWaitMs()).toBe(0);
  const work = async () => {
    await takeTurn();
    const endMs = performance.now() + 5;
    while (performance.now() < endMs);
    return turnWaitMs();
  };
  const waits = await Promise.all(Array.from({ length: 20 }, work));
  // By this time, the mean is at least about 5 ms, and nine turns are left.
  expect(waits[10]).toBeGreaterThan(9 * 4);
  expect(turnWaitMs()).toBe(0);
});

test('one long pause of the process does not inflate later estimates of the waiting time', async () => {
  const still = async () => {
    await takeTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  };
  await Promise.all([still(), takeTurn()]);
  const turns = [takeTurn(), takeTurn()];
  expect(turnWaitMs()).toBeLessThan(250);
  await Promise.all(turns);
});
