import { expect, it } from 'vitest';
import { listEntries } from '../billing/billing.ts';
import { listBookings } from './bookings.ts';

const [EARLY, LATE] = ['2026-07-01T00:00:00Z', '2026-07-02T00:00:00Z'];

it.each([
  [listEntries, 'from', 'to'],
  [listBookings, 'from', 'to'],
  [listBookings, 'createdFrom', 'createdTo'],
] as const)('$name refuses a time range whose end is before its start', (operation, from, to) => {
  const issues = (input: object) => operation.input.safeParse(input).error?.issues ?? [];
  expect(issues({ [from]: LATE, [to]: EARLY })).toMatchObject([
    { path: [to], message: `\`${to}\` must not be before \`${from}\`.`, params: { code: 'RANGE_REVERSED' } },
  ]);
  expect(issues({ [from]: EARLY, [to]: LATE })).toEqual([]);
  expect(issues({ [from]: EARLY, [to]: EARLY })).toEqual([]);
  expect(issues({ [from]: LATE })).toEqual([]);
});
