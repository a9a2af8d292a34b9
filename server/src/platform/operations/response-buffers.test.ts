import { expect, test } from 'vitest';
import {
  BufferPool,
  FIRST_BYTES,
  MAX_BUFFER_BYTES,
  MAX_KEPT_BYTES,
  responseBuffers,
} from './response-buffers.ts';

const MIB = 1_048_576;

function poolAfter(responseBytes: number): BufferPool {
  const pool = new BufferPool();
  pool.noteResponse(responseBytes);
  return pool;
}

test('a new buffer has the size that a recent response needed, within the limits', () => {
  expect(new BufferPool().take()).toHaveLength(FIRST_BYTES);
  expect(poolAfter(10).take()).toHaveLength(FIRST_BYTES);
  expect(poolAfter(800_000).take()).toHaveLength(MIB);
  expect(poolAfter(MIB).take()).toHaveLength(MIB);
  expect(poolAfter(MIB + 1).take()).toHaveLength(2 * MIB);
  expect(poolAfter(50_000_000).take()).toHaveLength(MAX_BUFFER_BYTES);
});

test('new buffers are small again after many small responses', () => {
  const pool = poolAfter(MAX_BUFFER_BYTES);
  pool.noteResponse(10);
  expect(pool.take()).toHaveLength(MAX_BUFFER_BYTES);
  for (let i = 0; i < 200; i++) pool.noteResponse(10);
  expect(pool.take()).toHaveLength(FIRST_BYTES);
});

test('buffers of many concurrent responses are used again, up to a total size', () => {
  const pool = poolAfter(MIB);
  const count = MAX_KEPT_BYTES / MIB;
  const taken = Array.from({ length: count + 1 }, () => pool.take());
  for (const buffer of taken) pool.giveBack(buffer);
  const again = Array.from({ length: count + 1 }, () => pool.take());
  const known = new Set(taken);
  expect(again.filter(buffer => known.has(buffer))).toHaveLength(count);
});

test.each([
  ['smaller than a first buffer', 800_000, FIRST_BYTES - 1],
  ['smaller than recent responses need', 800_000, MIB / 2],
  ['much larger than recent responses need', 800_000, 4 * MIB],
  ['larger than the limit', 50_000_000, MAX_BUFFER_BYTES + 1],
])('a buffer is not used again if it is %s', (_, responseBytes, bytes) => {
  const pool = poolAfter(responseBytes);
  const buffer = Buffer.alloc(bytes);
  pool.giveBack(buffer);
  expect(pool.take()).not.toBe(buffer);
});

test('in tests, a buffer is overwritten when it is given back', () => {
  expect(responseBuffers.overwritesReturned).toBe(true);
  const pool = new BufferPool();
  pool.overwritesReturned = true;
  const buffer = Buffer.from('secret');
  pool.giveBack(buffer);
  expect(buffer.toString()).toBe('######');
});
