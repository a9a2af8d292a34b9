import { expect, test } from 'vitest';
import { connectionsNeeded } from './start-database.ts';

function needed(threads: number, perThread?: number): number {
  const settings = { SERAI_PROCESSES: threads, SERAI_DATABASE_CONNECTIONS: perThread };
  return connectionsNeeded(settings, 'all');
}

test('the embedded database with its 100 connections is enough for 12 threads, and each thread has at least 3', () => {
  expect(needed(1)).toBe(24);
  expect(Math.max(...Array.from({ length: 12 }, (_, i) => needed(i + 1)))).toBeLessThanOrEqual(97);
  expect(needed(64)).toBeGreaterThan(64 * 3);
});

test('the setting for database connections applies to each thread', () => {
  expect(needed(4, 20) - needed(4, 10)).toBe(40);
});
