import { describe, expect, it } from 'vitest';
import { timeLeft } from './key-rotation.tsx';

describe('timeLeft', () => {
  it.each([
    [1, '1 s'],
    [61, '1 min 1 s'],
    [3_600, '1 h 0 min'],
    [86_399, '23 h 59 min'],
    [7 * 86_400, '7 d 0 h'],
  ])('timeLeft shows %i seconds as %s', (seconds, text) => {
    expect(timeLeft(seconds * 1000, 0)).toBe(text);
  });

  it('timeLeft returns undefined when the time has passed', () => {
    expect(timeLeft(1000, 1000)).toBeUndefined();
    expect(timeLeft(0, 5000)).toBeUndefined();
  });
});
