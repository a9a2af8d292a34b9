import { expect, test } from 'vitest';
import { takeTurn, turnWaitMs } from './take-turn.ts';

test('everybody gets a turn in the order of asking, and others are heard in between', async () => {
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

test('how long a turn would be waited for follows how many wait and how long the latest took', async () => {
  expect(turnWaitMs()).toBe(0);
  const work = async () => {
    await takeTurn();
    const endMs = performance.now() + 5;
    while (performance.now() < endMs);
    return turnWaitMs();
  };
  const waits = await Promise.all(Array.from({ length: 20 }, work));
  // By then the mean is near 5 ms at least, and nine are left.
  expect(waits[10]).toBeGreaterThan(9 * 4);
  expect(turnWaitMs()).toBe(0);
});

test('a process that stood still for once does not seem to make everybody wait from then on', async () => {
  const still = async () => {
    await takeTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  };
  await Promise.all([still(), takeTurn()]);
  const turns = [takeTurn(), takeTurn()];
  expect(turnWaitMs()).toBeLessThan(250);
  await Promise.all(turns);
});
