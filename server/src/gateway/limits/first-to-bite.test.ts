import { describe, expect, test } from 'vitest';
import { firstToBite } from './first-to-bite.ts';

const limits = { perMinute: 600, perHour: 15_000, perDay: 250_000 };
const after = (minute: number, hour: number, day: number) =>
  firstToBite(limits, { remaining: [600 - minute, 15_000 - hour, 250_000 - day] });

describe('the window that bites first', () => {
  test('is none while the rate of the last minute fits into all of them', () => {
    expect(after(0, 0, 0)).toBeUndefined();
    expect(after(100, 6_000, 100_000)).toBeUndefined();
  });

  test('is the hour where a steady rate fills it before the day', () => {
    expect(after(300, 3_000, 3_000)).toEqual({ window: 'hour', inSeconds: 2_880 });
  });

  test('is the day where the hour would hold', () => {
    expect(after(200, 12_000, 240_000)).toEqual({ window: 'day', inSeconds: 18_000 });
  });

  test('is the one that is used up already, at once', () => {
    expect(after(600, 900, 900)).toEqual({ window: 'minute', inSeconds: 0 });
    expect(after(0, 15_000, 15_000)).toEqual({ window: 'hour', inSeconds: 0 });
  });

  test('is never one that loses as fast as it gains', () => {
    expect(after(10, 14_999, 15_000)).toBeUndefined();
  });
});
