import { describe, expect, it } from 'vitest';
import { oldKeyWords, timeLeft } from './key-rotation.tsx';

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

describe('oldKeyWords', () => {
  it('names the time until which the old key works, and never one after the expiry of the key', () => {
    const words = (seconds: number, expiresAt: string | null) =>
      oldKeyWords(seconds, expiresAt, Date.parse('2026-11-18T10:00:00Z'));
    expect(words(0, null)).toBe('The old key stops working immediately.');
    expect(words(86_400, null)).toContain('19 Nov 2026');
    expect(words(86_400, '2026-12-31T00:00:00Z')).toContain('19 Nov 2026');
    expect(words(604_800, '2026-11-20T10:00:00Z')).toContain('20 Nov 2026');
  });
});
