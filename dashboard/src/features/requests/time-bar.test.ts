import { describe, expect, it } from 'vitest';
import { timeParts } from './time-bar.tsx';

const split = (totalMs: number, backendMs: number | null, providerMs: number | null) =>
  timeParts({ totalMs, backendMs, providerMs }).map(({ key, ms }) => [key, ms]);

describe('timeParts', () => {
  it('timeParts splits the duration without counting any part twice', () => {
    expect(split(400, 390, 300)).toEqual([
      ['gateway', 10],
      ['backend', 90],
      ['provider', 300],
    ]);
  });

  it('timeParts attributes the whole duration to the gateway if nothing was forwarded', () => {
    expect(split(2, null, null)).toEqual([['gateway', 2]]);
  });

  it('timeParts rounds the parts so that they add up to the total that is shown', () => {
    expect(split(1.34, 0.66, null)).toEqual([
      ['gateway', 0.6],
      ['backend', 0.7],
    ]);
    expect(split(12.4, 8.5, 4.4)).toEqual([
      ['gateway', 3],
      ['backend', 5],
      ['provider', 4],
    ]);
  });

  it('timeParts never returns a negative duration', () => {
    expect(split(100, 101, 102)).toEqual([
      ['gateway', 0],
      ['backend', 0],
      ['provider', 100],
    ]);
  });
});
