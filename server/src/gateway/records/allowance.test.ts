import { describe, expect, test } from 'vitest';
import { Allowance } from './allowance.ts';

function taken(allowance: Allowance, reserve: number, nowMs: number): number {
  let count = 0;
  while (count < 10_000 && allowance.take(1, reserve, nowMs)) count++;
  return count;
}

describe('an allowance', () => {
  test("provides one second's allowance immediately and refills it over time", () => {
    const allowance = new Allowance(100);
    expect(taken(allowance, 0, 0)).toBe(100);
    expect(taken(allowance, 0, 250)).toBe(25);
    expect(taken(allowance, 0, 60_000)).toBe(100);
  });

  test('lets important callers overdraw the allowance, which others pay back', () => {
    const allowance = new Allowance(100);
    expect(taken(allowance, -100, 0)).toBe(200);
    expect(taken(allowance, 0, 1_000)).toBe(0);
    expect(taken(allowance, 0, 2_000)).toBe(100);
  });

  test('keeps a reserve of the allowance from the least important callers', () => {
    const allowance = new Allowance(100);
    expect(taken(allowance, 50, 0)).toBe(50);
    expect(taken(allowance, 0, 0)).toBe(50);
  });

  test('does not refill the allowance for requests that end out of order', () => {
    const allowance = new Allowance(100);
    expect(taken(allowance, 0, 1_000)).toBe(100);
    expect(taken(allowance, 0, 500)).toBe(0);
    expect(taken(allowance, 0, 1_000)).toBe(0);
  });
});
