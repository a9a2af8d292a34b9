import { expect, it } from 'vitest';
import { periodFrom } from './period.ts';

const NOW = Date.parse('2026-07-02T10:15:42.500Z');

it.each([
  ['1h', '2026-07-02T09:15:00.000Z'],
  ['7d', '2026-06-25T10:15:00.000Z'],
  [undefined, '2026-07-01T10:15:00.000Z'],
  ['nonsense', '2026-07-01T10:15:00.000Z'],
])('%s begins at %s', (period, from) => expect(periodFrom(period, NOW)).toBe(from));
