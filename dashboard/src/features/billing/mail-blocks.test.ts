import { expect, it } from 'vitest';
import { mailBlocks } from './mail-blocks.ts';

it('lines with the same columns are a table, and all other paragraphs are texts', () => {
  const table = 'Statement     Due                 Unpaid\n2026-07-0003  15 August 2026  444.00 EUR';
  expect(mailBlocks(`Not paid:\n\n${table}\n\nTotal: 444.00 EUR\nDue: today\n`)).toEqual([
    { text: 'Not paid:' },
    {
      text: table,
      rows: [
        ['Statement', 'Due', 'Unpaid'],
        ['2026-07-0003', '15 August 2026', '444.00 EUR'],
      ],
    },
    { text: 'Total: 444.00 EUR\nDue: today' },
  ]);
});
