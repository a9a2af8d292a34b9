import { expect, test } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { createLog } from '../../../platform/log.ts';
import { keepTrying } from './database-outages.ts';

const log = createLog('silent');
const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

test('keepTrying retries until the outcome has been recorded', async () => {
  const clock = new ManualClock();
  let tries = 0;
  const result = keepTrying(
    { clock, log },
    async () => (++tries < 3 ? Promise.reject(new Error('away')) : 'written'),
    60_000,
  );
  for (let i = 0; i < 3; i++) {
    await settled();
    clock.advance(500);
  }
  expect([await result, tries]).toEqual(['written', 3]);
});

test('keepTrying returns by its deadline and continues in the background for a limited time', async () => {
  const clock = new ManualClock();
  let tries = 0;
  const work = () => {
    tries += 1;
    return Promise.reject(new Error('away'));
  };
  const result = keepTrying({ clock, log }, work, 1_000);
  for (let i = 0; i < 2; i++) {
    await settled();
    clock.advance(500);
  }
  expect(await result).toBeUndefined();
  const before = tries;
  for (let i = 0; i < 80; i++) {
    await settled();
    clock.advance(500);
  }
  expect(tries).toBeGreaterThan(before + 10);
  expect(tries).toBeLessThan(65);
});
