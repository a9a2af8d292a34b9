import { describe, expect, test } from 'vitest';
import { Allowance } from './allowance.ts';

function taken(allowance: Allowance, reserve: number, nowMs: number): number {
  let count = 0;
  while (count < 10_000 && allowance.take(1, reserve, nowMs)) count++;
  return count;
}

describe('an allowance', () => {
  test("an allowance provides one second's budget immediately and refills it over time", () => {
    const allowance = new Allowance(100);
    expect(taken(allowance, 0, 0)).toBe(100);
    expect(taken(allowance, 0, 250)).toBe(25);
    expect(taken(allowance, 0, 60_000)).toBe(100);
  });

  test('important callers can overdraw an allowance at the expense of others', () => {
    const allowance = new Allowance(100);
    expect(taken(allowance, -100, 0)).toBe(200);
    expect(taken(allowance, 0, 1_000)).toBe(0);
    expect(taken(allowance, 0, 2_000)).toBe(100);
  });

  test('an allowance keeps a reserve that the least important callers cannot use', () => {
    const allowance = new Allowance(100);
    expect(taken(allowance, 50, 0)).toBe(50);
    expect(taken(allowance, 0, 0)).toBe(50);
  });

  test('requests that end out of order do not refill an allowance twice', () => {
    const allowance = new Allowance(100);
    expect(taken(allowance, 0, 1_000)).toBe(100);
    expect(taken(allowance, 0, 500)).toBe(0);
    expect(taken(allowance, 0, 1_000)).toBe(0);
  });
});
