import { beforeEach, expect, test } from 'vitest';
import { BatchedCalls } from './batched-calls.ts';
import type { Limits } from './limiter.ts';

const LIMITS: Limits = { perMinute: 1, perHour: 1, perDay: 1 };

interface Sent {
  keyId: string;
  limits: Limits;
  wanted: number;
  respond(): void;
  fail(error: Error): void;
}

let sent: Sent[];
let calls: BatchedCalls<number>;
beforeEach(() => {
  sent = [];
  let next = 0;
  calls = new BatchedCalls(
    (keyId, limits, wanted) =>
      new Promise((resolve, reject) => {
        const respond = () => resolve(Array.from({ length: wanted }, () => next++));
        sent.push({ keyId, limits, wanted, respond, fail: reject });
      }),
  );
});

const settled = () => new Promise(resolve => setImmediate(resolve));
const wanted = () => sent.map(call => call.wanted);

test('four limiter calls are sent immediately, later requests are batched, and each request gets its own outcome', async () => {
  const requests = Array.from({ length: 100 }, () => calls.request('a', LIMITS));
  expect(wanted()).toEqual([1, 1, 1, 1]);
  sent[0]?.respond();
  await settled();
  expect(wanted()).toEqual([1, 1, 1, 1, 96]);
  for (const call of sent.slice(1)) call.respond();
  expect(await Promise.all(requests)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  const later = calls.request('a', LIMITS);
  sent.at(-1)?.respond();
  expect(await later).toBe(100);
});

test('a batched call for one key does not delay another key', () => {
  for (let i = 0; i < 10; i++) void calls.request('a', LIMITS);
  void calls.request('b', LIMITS);
  expect(sent.map(({ keyId }) => keyId)).toEqual(['a', 'a', 'a', 'a', 'b']);
});

test('requests that arrive after the limits were edited are checked in a separate call', async () => {
  const edited = { ...LIMITS, perDay: 2 };
  for (let i = 0; i < 4; i++) void calls.request('a', LIMITS);
  for (const limits of [LIMITS, LIMITS, edited, edited, LIMITS]) void calls.request('a', limits);
  for (let i = 0; i < 3; i++) {
    sent[i]?.respond();
    await settled();
  }
  expect(sent.slice(4).map(call => [call.limits.perDay, call.wanted])).toEqual([
    [1, 2],
    [2, 2],
    [1, 1],
  ]);
});

test('a failed limiter call rejects all waiting requests, and the next request makes a new call', async () => {
  const requests = Array.from({ length: 10 }, () => calls.request('a', LIMITS));
  const outcomes = Promise.allSettled(requests);
  sent[0]?.fail(new Error('unreachable'));
  await settled();
  expect(wanted()).toEqual([1, 1, 1, 1]);
  for (const call of sent.slice(1)) call.respond();
  const statuses = (await outcomes).map(({ status }) => status);
  expect(statuses).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled', ...Array(6).fill('rejected')]);
  const later = calls.request('a', LIMITS);
  expect(wanted()).toHaveLength(5);
  sent[4]?.respond();
  expect(await later).toBe(3);
});
