import { expect, it } from 'vitest';
import { doneText, foundText, type ImportedRow, invalidFirst } from './import-payments-texts.ts';

const row = (line: number, outcome: ImportedRow['outcome'], amount = '100.00', currency = 'EUR') =>
  ({ line, outcome, amount: { amount, currency } }) as ImportedRow;

it('invalid rows of a bank file come first, and the others keep their order', () => {
  const rows = [row(2, 'ALREADY_RECORDED'), row(3, 'RECORDED'), row(4, 'INVALID'), row(5, 'RECORDED')];
  expect(invalidFirst(rows).map(({ line }) => line)).toEqual([4, 3, 5, 2]);
});

it('the rows of a bank file are summed up, with one sum of the new payments for each currency', () => {
  const rows = [
    row(2, 'RECORDED'),
    row(3, 'RECORDED', '1140.50'),
    row(4, 'RECORDED', '9', 'JPY'),
    row(5, 'INVALID'),
  ];
  expect(foundText({ rows, recorded: 3, alreadyRecorded: 1, invalid: 1 })).toBe(
    '3 new payments, 1,240.50 EUR, 9 JPY. 1 already recorded. 1 invalid.',
  );
  expect(foundText({ rows: [], recorded: 0, alreadyRecorded: 2, invalid: 0 })).toBe(
    'No new payments. 2 already recorded.',
  );
  expect(doneText({ recorded: 1, invalid: 0 })).toBe('1 payment recorded.');
  expect(doneText({ recorded: 2, invalid: 1 })).toBe('2 payments recorded, 1 row left out.');
});
