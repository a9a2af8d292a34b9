import { describe, expect, test } from 'vitest';
import { firstWindowToFill } from './usage-summary.ts';

const limits = { perMinute: 600, perHour: 15_000, perDay: 250_000 };
const after = (minute: number, hour: number, day: number) =>
  firstWindowToFill(limits, { remaining: [600 - minute, 15_000 - hour, 250_000 - day] });

describe('the first window to fill', () => {
  test('no rate window is predicted to fill if all windows can sustain the rate of the last minute', () => {
    expect(after(0, 0, 0)).toBeUndefined();
    expect(after(100, 6_000, 100_000)).toBeUndefined();
  });

  test('the hourly window is predicted to fill first if a steady rate fills it before the daily window', () => {
    expect(after(300, 3_000, 3_000)).toEqual({ window: 'hour', inSeconds: 2_880 });
  });

  test('the daily window is predicted to fill first if the rate stays within the hourly limit', () => {
    expect(after(200, 12_000, 240_000)).toEqual({ window: 'day', inSeconds: 18_000 });
  });

  test('a rate window that is already used up is predicted to fill in 0 seconds', () => {
    expect(after(600, 900, 900)).toEqual({ window: 'minute', inSeconds: 0 });
    expect(after(0, 15_000, 15_000)).toEqual({ window: 'hour', inSeconds: 0 });
  });

  test('a rate window that loses at least as many requests as it gains is never predicted to fill', () => {
    expect(after(10, 14_999, 15_000)).toBeUndefined();
  });
});
