import { expect, it } from 'vitest';
import { doneText, factsText, foundText, type ImportedRow, invalidFirst } from './import-payments-texts.ts';

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
});

it('after an import of payments, the toast counts what is new, what was known, and what was skipped', () => {
  const text = (recorded: number, alreadyRecorded: number, invalid: number) =>
    doneText({ recorded, alreadyRecorded, invalid });
  expect(text(1, 0, 0)).toBe('1 payment recorded.');
  expect(text(2, 0, 1)).toBe('2 payments recorded, 1 row skipped.');
  expect(text(2, 1, 1)).toBe('2 payments recorded, 1 already recorded, 1 row skipped.');
  expect(text(0, 3, 0)).toBe('Nothing new: all 3 payments had already been recorded.');
  expect(text(0, 1, 2)).toBe('Nothing new: the payment had already been recorded, 2 rows skipped.');
});

it('a row of a bank file shows whether its payment was returned', () => {
  const facts = { line: 3, receivedOn: '2026-01-05', externalReference: 'BANK-2', returnedOn: null };
  expect(factsText(facts)).toBe('Line 3, 5 Jan 2026, BANK-2');
  expect(factsText({ ...facts, returnedOn: '2026-01-09' })).toBe(
    'Line 3, 5 Jan 2026, BANK-2, returned on 9 Jan 2026',
  );
  expect(factsText({ ...facts, receivedOn: null, externalReference: null })).toBe('Line 3');
});
