import { expect, it } from 'vitest';
import { eur, EMPTY_STATEMENT as NONE } from '../../../test/empty-statement.ts';
import { statementAmounts } from './statement-columns.tsx';

it('statements have no column for amounts that are zero in all of them', () => {
  const rows = [NONE, { ...NONE, opening: eur('640.50'), payments: eur('0.50') }];
  expect(statementAmounts(rows).map(({ key }) => key)).toEqual(['opening', 'payments', 'closing']);
  expect(statementAmounts([]).map(({ key }) => key)).toEqual(['closing']);
});

it('statements have a column for what is unpaid if one of them asked for a payment', () => {
  const rows = [NONE, { ...NONE, unpaid: eur('0.00') }];
  expect(statementAmounts(rows).map(({ key }) => key)).toEqual(['closing', 'unpaid']);
});

it('what is unpaid is red if it is overdue, but not the dash of a statement that only carries an amount over', () => {
  const unpaid = statementAmounts([{ ...NONE, unpaid: eur('0.00') }]).at(-1);
  const overdue = { ...NONE, payment: 'OVERDUE', amountDue: eur('640.50') };
  expect(unpaid?.cell({ ...overdue, unpaid: eur('0.00') } as never)).toBe('–');
  expect(unpaid?.cell({ ...overdue, unpaid: eur('640.50') } as never)).toMatchObject({
    props: { className: 'overdue', children: '640.50' },
  });
});

it('an amount of zero is a dash, and payments have a minus sign, but not their return', () => {
  const row = { ...NONE, payments: eur('20.00'), returnedPayments: eur('20.00') };
  const cells = statementAmounts([row, { ...row, opening: eur('1.00') }]);
  const texts = cells.slice(0, -1).map(({ key, cell }) => [key, cell(row as never)]);
  expect(texts).toEqual([
    ['opening', '–'],
    ['payments', '−20.00'],
    ['returnedPayments', '20.00'],
  ]);
});

it('statements of several currencies have a column for the currency', () => {
  const pounds = { ...NONE, closing: { amount: '1.00', currency: 'GBP' } };
  expect(statementAmounts([NONE, pounds]).map(({ key }) => key)).toEqual(['currency', 'closing']);
  expect(statementAmounts([pounds, pounds]).map(({ key }) => key)).toEqual(['closing']);
});
