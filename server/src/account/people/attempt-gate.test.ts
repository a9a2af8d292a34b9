import { expect, it } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createAttemptGate } from './attempt-gate.ts';

const wrong = async () => undefined;
const right = async () => 'in';

/** Lets everything run that waits for nothing but promises. */
const settle = () => new Promise(resolve => setImmediate(resolve));

async function failed(times: number) {
  const clock = new ManualClock();
  const gate = createAttemptGate(clock);
  for (let i = 0; i < times; i++)
    expect(await gate.run('ana', wrong)).toEqual({ right: false, failures: i + 1 });
  return { clock, gate };
}

it('lets five failures pass at once, then waits longer each time, to a bound', async () => {
  const { clock, gate } = await failed(5);
  for (const delayMs of [250, 500, 1_000, 2_000, 4_000, 4_000]) {
    let isOver = false;
    const attempt = gate.run('ana', wrong).then(() => {
      isOver = true;
    });
    await settle();
    clock.advance(delayMs - 1);
    await settle();
    expect(isOver).toBe(false);
    clock.advance(1);
    await attempt;
  }
});

it('starts afresh after a right attempt, and after a quarter of an hour', async () => {
  const { clock, gate } = await failed(4);
  expect(await gate.run('ana', right)).toEqual({ right: true, value: 'in' });
  expect(await gate.run('ana', wrong)).toEqual({ right: false, failures: 1 });
  clock.advance(15 * 60_000);
  expect(await gate.run('ana', wrong)).toEqual({ right: false, failures: 1 });
});

it('keeps accounts apart', async () => {
  const { gate } = await failed(5);
  expect(await gate.run('ivo', right)).toEqual({ right: true, value: 'in' });
});

it('tries one at a time, and refuses what would wait too long without trying it', async () => {
  const gate = createAttemptGate(new ManualClock());
  let running = 0;
  let most = 0;
  let tried = 0;
  const slow = async () => {
    most = Math.max(most, ++running);
    tried++;
    await settle();
    running--;
    return 'in';
  };
  const outcomes = await Promise.all(Array.from({ length: 15 }, () => gate.run('ana', slow)));
  expect([most, tried, outcomes.filter(({ right: isRight }) => !isRight).length]).toEqual([1, 10, 5]);
});

it('goes on after an attempt that threw', async () => {
  const gate = createAttemptGate(new ManualClock());
  await expect(gate.run('ana', () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  );
  expect(await gate.run('ana', right)).toEqual({ right: true, value: 'in' });
});
