import { expect, test } from 'vitest';
import type { ClosedStatement } from '../ledger/ageing-store.ts';
import { openStatements, overdueOf, paymentState, unpaidStatements } from './payment-state.ts';

/** Without `remainsMinor`, it follows from the next statement. */
function ended(month: string, given: Partial<ClosedStatement> & { closingMinor: number }): ClosedStatement {
  return {
    number: `${month}-0001`,
    month,
    addedMinor: 0,
    remainsMinor: null,
    dueOn: null,
    isLate: false,
    ...given,
  };
}

const amounts = (newestFirst: readonly ClosedStatement[]) =>
  unpaidStatements(newestFirst).map(({ month, unpaidMinor, amountDueMinor }) => [
    month,
    unpaidMinor,
    amountDueMinor,
  ]);

test('the unpaid amounts of several statements leave out earlier debt, so that they add up to the debt', () => {
  const july = ended('2026-07', { closingMinor: 600, remainsMinor: 600 });
  const june = ended('2026-06', { closingMinor: 250, remainsMinor: 250 });
  const may = ended('2026-05', { closingMinor: 100, remainsMinor: 100 });
  expect(amounts([july, june, may])).toEqual([
    ['2026-05', 100, 100],
    ['2026-06', 150, 250],
    ['2026-07', 350, 600],
  ]);
});

test('a partial payment reduces what is unpaid of the oldest statement first', () => {
  const july = ended('2026-07', { closingMinor: 600, remainsMinor: 470 });
  const june = ended('2026-06', { closingMinor: 250, remainsMinor: 120 });
  const may = ended('2026-05', { closingMinor: 100, remainsMinor: -30 });
  expect(amounts([july, june, may])).toEqual([
    ['2026-06', 120, 120],
    ['2026-07', 350, 470],
  ]);
});

test('what remains of older statements follows from what later ones added', () => {
  const july = ended('2026-07', { closingMinor: 900, addedMinor: 300, remainsMinor: 550 });
  const june = ended('2026-06', { closingMinor: 600, addedMinor: 200 });
  const may = ended('2026-05', { closingMinor: 400, addedMinor: 400 });
  const april = ended('2026-04', { closingMinor: 50, addedMinor: 50 });
  expect(amounts([july, june, may, april])).toEqual([
    ['2026-05', 50, 50],
    ['2026-06', 200, 250],
    ['2026-07', 300, 550],
  ]);
});

test('a month that only carries earlier debt forward has nothing unpaid of its own, but an amount due', () => {
  const july = ended('2026-07', { closingMinor: 100, remainsMinor: 100 });
  const june = ended('2026-06', { closingMinor: 400, remainsMinor: 100 });
  expect(amounts([july, june])).toEqual([
    ['2026-06', 100, 100],
    ['2026-07', 0, 100],
  ]);
});

test('nothing is unpaid of a statement that ended with a payment in advance, even if a payment was returned later', () => {
  const july = ended('2026-07', { closingMinor: 300, remainsMinor: 300 });
  const june = ended('2026-06', { closingMinor: -100, remainsMinor: 300 });
  expect(amounts([july, june])).toEqual([['2026-07', 300, 300]]);
});

test('a returned payment leaves the statements unpaid that it had settled, and later ones for their own part', () => {
  // May was paid in June, and the payment was returned in July, after June was closed.
  const june = ended('2026-06', { closingMinor: 50, addedMinor: 50, remainsMinor: 350 });
  const may = ended('2026-05', { closingMinor: 300, addedMinor: 300 });
  expect(amounts([june, may])).toEqual([
    ['2026-05', 300, 300],
    ['2026-06', 50, 350],
  ]);
  // Once July is closed, its balance contains both.
  const july = ended('2026-07', { closingMinor: 350, remainsMinor: 350 });
  expect(amounts([july, { ...june, remainsMinor: null }, may])).toEqual([
    ['2026-05', 300, 300],
    ['2026-06', 50, 350],
    ['2026-07', 0, 350],
  ]);
  expect(openStatements([june, may], { month: '2026-06', amountDueMinor: 350 })).toHaveLength(2);
});

test('a statement never asks for more of its own than its closing balance, even if a payment of its month was returned', () => {
  // 500 was charged and 300 paid in May. The payment was returned in June.
  const may = ended('2026-05', { closingMinor: 200, addedMinor: 500, remainsMinor: 500 });
  expect(amounts([may])).toEqual([['2026-05', 200, 200]]);
  const june = ended('2026-06', { closingMinor: 500, remainsMinor: 500 });
  expect(amounts([june, { ...may, remainsMinor: null }])).toEqual([
    ['2026-05', 200, 200],
    ['2026-06', 300, 500],
  ]);
});

test('the open statements of a month make up what is due for it, oldest first, without paid and later ones', () => {
  const july = ended('2026-07', { closingMinor: 600, remainsMinor: 470 });
  const june = ended('2026-06', { closingMinor: 250, remainsMinor: 120 });
  const may = ended('2026-05', { closingMinor: 100, remainsMinor: -30 });
  const openIn = (month: string, amountDueMinor: number) =>
    openStatements([july, june, may], { month, amountDueMinor }).map(({ number, unpaidMinor }) => [
      number,
      unpaidMinor,
    ]);
  expect(openIn('2026-07', 470)).toEqual([
    ['2026-06-0001', 120],
    ['2026-07-0001', 350],
  ]);
  expect(openIn('2026-06', 120)).toEqual([['2026-06-0001', 120]]);
  // Something was paid since the amount was read.
  expect(openIn('2026-07', 500)).toEqual([]);
});

test('the overdue amount is the sum of what is unpaid of the statements whose due date has passed', () => {
  const late = { isLate: true };
  const july = ended('2026-07', { closingMinor: 600, remainsMinor: 470, dueOn: '2026-08-15' });
  const june = ended('2026-06', { closingMinor: 250, remainsMinor: 120, dueOn: '2026-07-15', ...late });
  const may = ended('2026-05', { closingMinor: 100, remainsMinor: 20, dueOn: '2026-06-15', ...late });
  expect(overdueOf([july, june, may])).toEqual({ minor: 120, since: '2026-06-15' });
  expect(overdueOf([july])).toBeUndefined();
  const carried = ended('2026-07', { closingMinor: 120, remainsMinor: 120, dueOn: '2026-08-15', ...late });
  expect(overdueOf([carried, { ...june, isLate: false }])).toBeUndefined();
  // June was closed late, so it is due later than July.
  const early = { ...july, ...late };
  expect(overdueOf([early, { ...june, isLate: false }])).toEqual({ minor: 350, since: '2026-08-15' });
});

const july = { month: '2026-07', closing_minor: 100, to_at: new Date('2026-08-01') };
const debt = {
  statements: [ended('2026-07', { closingMinor: 100, remainsMinor: 40 })],
  comparedSince: new Date('2025-08-15'),
  over90Minor: 0,
};
const PAID = { payment: 'PAID', unpaidMinor: 0, amountDueMinor: 0 };

test('an unpaid statement is overdue if its due date has passed', () => {
  expect(paymentState(july, debt)).toEqual({ payment: 'UNPAID', unpaidMinor: 40, amountDueMinor: 40 });
  const statements = debt.statements.map(statement => ({ ...statement, isLate: true }));
  expect(paymentState(july, { ...debt, statements }).payment).toBe('OVERDUE');
});

test('nothing of a statement is unpaid if nothing is owed, or only for later statements', () => {
  expect(paymentState(july, undefined)).toEqual(PAID);
  expect(paymentState({ ...july, month: '2026-06' }, debt)).toEqual(PAID);
});

test('a statement without an amount to pay has no unpaid amount', () => {
  const none = { payment: 'PAID', unpaidMinor: null, amountDueMinor: null };
  expect(paymentState({ ...july, closing_minor: 0 }, debt)).toEqual(none);
  expect(paymentState({ ...july, closing_minor: -100 }, undefined)).toEqual(none);
});

test('it is not known whether a statement of more than 12 months ago is paid while there is old debt', () => {
  const old = { ...july, month: '2025-07', to_at: new Date('2025-08-01') };
  expect(paymentState(old, debt)).toEqual(PAID);
  expect(paymentState(old, { ...debt, over90Minor: 5 })).toEqual({
    payment: null,
    unpaidMinor: null,
    amountDueMinor: null,
  });
});
