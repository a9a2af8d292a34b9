import { expect, it } from 'vitest';
import { endsOf, moveChoice } from './calendar.ts';

const size = { rows: 3, columns: 30 };

it('moves the choice with the arrow keys and stays inside', () => {
  const start = { row: 0, at: 0, anchor: 0 };
  expect(moveChoice(start, 'ArrowLeft', false, size)).toEqual(start);
  expect(moveChoice(start, 'ArrowDown', false, size)).toEqual({ row: 1, at: 0, anchor: 0 });
  expect(moveChoice({ row: 2, at: 4, anchor: 1 }, 'ArrowDown', false, size)).toEqual({
    row: 2,
    at: 4,
    anchor: 4,
  });
  expect(moveChoice(start, 'End', false, size)).toEqual({ row: 0, at: 29, anchor: 29 });
  expect(moveChoice(start, 'x', false, size)).toBeUndefined();
});

it('grows along its line with shift', () => {
  const grown = moveChoice({ row: 1, at: 5, anchor: 5 }, 'ArrowLeft', true, size);
  expect(grown).toEqual({ row: 1, at: 4, anchor: 5 });
  expect(endsOf(grown as NonNullable<typeof grown>)).toEqual([4, 5]);
  expect(moveChoice({ row: 1, at: 5, anchor: 5 }, 'ArrowDown', true, size)).toEqual({
    row: 1,
    at: 5,
    anchor: 5,
  });
});
