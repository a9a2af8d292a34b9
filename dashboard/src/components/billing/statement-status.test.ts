import { expect, it } from 'vitest';
import { describeStatus } from './statement-status.tsx';

const closed = { status: 'CLOSED', dueOn: '2026-08-15' } as const;

it('a closed statement states whether it is paid, and an overdue one when it was due', () => {
  const label = (statement: Parameters<typeof describeStatus>[0]) => describeStatus(statement).label;
  expect(label({ status: 'OPEN', dueOn: null, payment: null })).toBe('Open');
  expect(label({ ...closed, payment: 'OVERDUE' })).toBe('Overdue, due 15 Aug 2026');
  expect(label({ ...closed, payment: 'UNPAID' })).toBe('Closed, unpaid');
  expect(label({ ...closed, payment: 'PAID' })).toBe('Closed, paid');
  expect(label({ ...closed, payment: null })).toBe('Closed');
});
