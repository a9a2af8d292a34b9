import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { checkRole, defaultThreads, maxHeapMb, threadsOf, YOUNG_HEAP_MB } from './process-role.ts';

const GIGABYTE = 2 ** 30;

test('by default there is one thread per core, but no more than the memory allows, and at least one', () => {
  expect(defaultThreads(16 * GIGABYTE, 8)).toBe(8);
  expect(defaultThreads(2 * GIGABYTE, 8)).toBe(4);
  expect(defaultThreads(0.25 * GIGABYTE, 8)).toBe(1);
});

test('SERAI_PROCESSES sets the number of threads of a process with all roles, and other roles have one thread', () => {
  expect(threadsOf({ SERAI_PROCESSES: 3 })).toBe(3);
  expect(threadsOf({ SERAI_PROCESSES: 3 }, 'gateway')).toBe(1);
  expect(threadsOf({ SERAI_PROCESSES: undefined }, 'backend')).toBe(1);
  expect(threadsOf({ SERAI_PROCESSES: undefined })).toBeGreaterThanOrEqual(1);
});

test('the heap of a worker thread is limited to its share of the memory, within bounds', () => {
  expect(maxHeapMb(4, 8 * GIGABYTE) + YOUNG_HEAP_MB).toBe(1_536);
  expect(maxHeapMb(8, 2 * GIGABYTE)).toBe(384);
  expect(maxHeapMb(2, 64 * GIGABYTE)).toBe(4_096);
});

test('read replicas need a database server', () => {
  const { settings } = readConfig({ DATABASE_READ_URLS: 'postgres://a/serai' });
  expect(() => checkRole('all', settings)).toThrow('the embedded database has no replicas');
});
