import { expect, it } from 'vitest';
import { EMPTY_STATEMENT, eur } from '../../../test/empty-statement.ts';
import { describeStatus } from './statement-status.tsx';

const none = { ...EMPTY_STATEMENT, charges: eur('1.00'), amountDue: null };
const closed = { status: 'CLOSED', dueOn: '2026-08-15', ...none } as const;

it('a closed statement states whether it is paid, and an overdue one when it was due', () => {
  const label = (statement: Parameters<typeof describeStatus>[0]) => describeStatus(statement).label;
  expect(label({ status: 'OPEN', dueOn: null, payment: null, ...none })).toBe('Open');
  expect(label({ ...closed, payment: 'OVERDUE' })).toBe('Overdue, was due 15 Aug 2026');
  expect(label({ ...closed, payment: 'UNPAID' })).toBe('Unpaid');
  expect(label({ ...closed, payment: 'PAID' })).toBe('Paid');
  expect(label({ ...closed, payment: null })).toBe('Closed');
});

it('a statement without an unpaid amount of its own is carried over, even if its due date has passed', () => {
  const carried = { ...closed, unpaid: eur('0.00'), amountDue: eur('640.50') };
  for (const payment of ['OVERDUE', 'UNPAID'] as const)
    expect(describeStatus({ ...carried, payment })).toEqual({ tone: 'plain', label: 'Carried over' });
  const own = { ...carried, unpaid: eur('0.50') };
  expect(describeStatus({ ...own, payment: 'OVERDUE' }).tone).toBe('bad');
});

it('a statement without charges never becomes paid, because nothing was to be paid', () => {
  const empty = { ...closed, charges: eur('0.00') };
  for (const payment of ['OVERDUE', 'UNPAID', 'PAID', null] as const)
    expect(describeStatus({ ...empty, payment }).label).toBe('Nothing charged');
  expect(describeStatus({ ...empty, status: 'OPEN', payment: null }).label).toBe('Open');
});
