import { expect, it } from 'vitest';
import { yearMonths } from './year-months.ts';

it('this year is compared with the same months of the year before', () => {
  expect(yearMonths('2026-03')).toEqual({
    current: { from: '2026-01', to: '2026-03' },
    before: { from: '2025-01', to: '2025-03' },
  });
});
