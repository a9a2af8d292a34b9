import { describe, expect, it } from 'vitest';
import { listedPeriod, periodLabel } from './filter-bar.tsx';

describe('the period of a page', () => {
  it('a period that cannot be chosen is replaced by the default, so that data and label agree', () => {
    expect(listedPeriod('7d', '24h')).toBe('7d');
    expect(listedPeriod('12h', '1h')).toBe('1h');
    expect(listedPeriod(undefined, '24h')).toBe('24h');
    expect(periodLabel('7d')).toBe('Last 7 days');
  });
});
