import { expect, it } from 'vitest';
import { descriptionBlocks, outcomeTable } from './description-blocks.ts';

it('a description is split into paragraphs and tables', () => {
  const table = outcomeTable([
    ['200', 'Done.', 'Nothing.'],
    ['409 `PRICE_CHANGED`', 'The price changed.', 'Quote again.'],
  ]);
  expect(descriptionBlocks(`Books\na quote.\n\n${table}\n\nThe end.`)).toEqual([
    { kind: 'paragraph', text: 'Books a quote.' },
    {
      kind: 'table',
      head: ['Status', 'Meaning', 'What to do'],
      rows: [
        ['200', 'Done.', 'Nothing.'],
        ['409 `PRICE_CHANGED`', 'The price changed.', 'Quote again.'],
      ],
    },
    { kind: 'paragraph', text: 'The end.' },
  ]);
});
