import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createAttemptGate } from './attempt-gate.ts';

const LIMITS = { atOnce: 1, maxWaiting: 10, maxPerLane: 10, freeFailures: 5, isClearedBySuccess: true };
const ANA = { key: 'ana', lane: '203.0.113.7' };
const ELSEWHERE = { key: 'ana', lane: '198.51.100.9' };

const wrong = async () => undefined;
const right = async () => 'in';

const settle = () => new Promise(resolve => setImmediate(resolve));

async function failed(times: number, limits = LIMITS) {
  const clock = new ManualClock();
  const gate = createAttemptGate(clock, limits);
  for (let i = 0; i < times; i++)
    expect(await gate.run(ANA, wrong)).toEqual({ isFull: false, value: undefined, failures: i + 1 });
  return { clock, gate };
}

describe('an attempt gate', () => {
  it('an attempt gate allows five failures without a delay and then delays each attempt longer, up to a limit', async () => {
    const { clock, gate } = await failed(5);
    for (const delayMs of [250, 500, 1_000, 2_000, 4_000, 4_000]) {
      let isOver = false;
      const attempt = gate.run(ANA, wrong).then(() => {
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

  it('an attempt gate resets the failures after a success, and after 15 minutes without a failure', async () => {
    const { clock, gate } = await failed(4);
    expect(await gate.run(ANA, right)).toEqual({ isFull: false, value: 'in', failures: 0 });
    expect(await gate.run(ANA, wrong)).toMatchObject({ failures: 1 });
    clock.advance(15 * 60_000);
    expect(await gate.run(ANA, wrong)).toMatchObject({ failures: 1 });
  });

  it('an attempt gate keeps the failure count after a success if isClearedBySuccess is false', async () => {
    const { gate } = await failed(4, { ...LIMITS, isClearedBySuccess: false });
    await gate.run(ANA, right);
    expect(await gate.run(ANA, wrong)).toMatchObject({ failures: 5 });
  });

  it('an attempt gate counts each key separately', async () => {
    const { gate } = await failed(5);
    expect(await gate.run({ key: 'ivo', lane: ANA.lane }, right)).toMatchObject({ value: 'in' });
  });

  it('an attempt gate runs one attempt at a time and returns a retry time if its queue is full', async () => {
    const gate = createAttemptGate(new ManualClock(), LIMITS);
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
    const outcomes = await Promise.all(Array.from({ length: 15 }, () => gate.run(ANA, slow)));
    const full = outcomes.filter(({ isFull }) => isFull);
    expect([most, tried, full.length]).toEqual([1, 11, 4]);
    expect(full[0]).toEqual({ isFull: true, retryAfterSeconds: expect.any(Number) });
  });

  it('an attempt gate serves a new lane before longer-waiting attempts in a busy lane', async () => {
    const { clock, gate } = await failed(5);
    const order: string[] = [];
    const guesses = Array.from({ length: 5 }, () =>
      gate.run(ANA, async () => void order.push('guess')).catch(() => undefined),
    );
    const person = gate.run(ELSEWHERE, async () => order.push('person'));
    for (let i = 0; i < 8; i++) {
      await settle();
      clock.advance(4_000);
    }
    await Promise.all([...guesses, person]);
    expect(order.slice(0, 2)).toEqual(['guess', 'person']);
  });

  it('an attempt gate continues after an attempt that threw and does not count it', async () => {
    const gate = createAttemptGate(new ManualClock(), LIMITS);
    await expect(gate.run(ANA, () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
    expect(await gate.run(ANA, wrong)).toMatchObject({ failures: 1 });
  });
});
