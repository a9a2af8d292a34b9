import { beforeEach, expect, test } from 'vitest';
import { GatheredCalls } from './gathered-calls.ts';
import type { Limits } from './windows.ts';

const LIMITS: Limits = { perMinute: 1, perHour: 1, perDay: 1 };

interface Sent {
  keyId: string;
  limits: Limits;
  wanted: number;
  answer(): void;
  fail(error: Error): void;
}

let sent: Sent[];
let calls: GatheredCalls<number>;
beforeEach(() => {
  sent = [];
  let next = 0;
  calls = new GatheredCalls(
    (keyId, limits, wanted) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(Array.from({ length: wanted }, () => next++));
        sent.push({ keyId, limits, wanted, answer, fail: reject });
      }),
  );
});

const settled = () => new Promise(resolve => setImmediate(resolve));
const wanted = () => sent.map(call => call.wanted);

test('a few go at once; all who come behind them go together, and each hears its own outcome', async () => {
  const asked = Array.from({ length: 100 }, () => calls.ask('a', LIMITS));
  expect(wanted()).toEqual([1, 1, 1, 1]);
  sent[0]?.answer();
  await settled();
  expect(wanted()).toEqual([1, 1, 1, 1, 96]);
  for (const call of sent.slice(1)) call.answer();
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  const later = calls.ask('a', LIMITS);
  sent.at(-1)?.answer();
  expect(await later).toBe(100);
});

test('keys do not wait for each other', () => {
  for (let i = 0; i < 10; i++) void calls.ask('a', LIMITS);
  void calls.ask('b', LIMITS);
  expect(sent.map(({ keyId }) => keyId)).toEqual(['a', 'a', 'a', 'a', 'b']);
});

test('limits that were edited meanwhile are asked about by a call of their own', async () => {
  const edited = { ...LIMITS, perDay: 2 };
  for (let i = 0; i < 4; i++) void calls.ask('a', LIMITS);
  for (const limits of [LIMITS, LIMITS, edited, edited, LIMITS]) void calls.ask('a', limits);
  for (let i = 0; i < 3; i++) {
    sent[i]?.answer();
    await settled();
  }
  expect(sent.slice(4).map(call => [call.limits.perDay, call.wanted])).toEqual([
    [1, 2],
    [2, 2],
    [1, 1],
  ]);
});

test('a failure is heard at once by those who wait in line, and the next one is asked again', async () => {
  const asked = Array.from({ length: 10 }, () => calls.ask('a', LIMITS));
  const outcomes = Promise.allSettled(asked);
  sent[0]?.fail(new Error('away'));
  await settled();
  expect(wanted()).toEqual([1, 1, 1, 1]);
  for (const call of sent.slice(1)) call.answer();
  const heard = (await outcomes).map(({ status }) => status);
  expect(heard).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled', ...Array(6).fill('rejected')]);
  const later = calls.ask('a', LIMITS);
  expect(wanted()).toHaveLength(5);
  sent[4]?.answer();
  expect(await later).toBe(3);
});
