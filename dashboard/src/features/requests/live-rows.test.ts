import { describe, expect, it } from 'vitest';
import { freshRows, mergeRows } from './live-rows.ts';

const row = (rowId: string, second: number) => ({ rowId, at: `2026-07-02T10:00:0${second}.000Z` });

describe('rows that come in', () => {
  it('are put in order with those that are there, each once', () => {
    const merged = mergeRows([row('c', 3), row('late', 1)], [row('c', 3), row('b', 2), row('a', 0)]);
    expect(merged.map(({ rowId }) => rowId)).toEqual(['c', 'b', 'late', 'a']);
  });

  it('are told from those that are known', () => {
    expect(freshRows([row('c', 3), row('b', 2)], [row('b', 2)])).toEqual({
      fresh: [row('c', 3)],
      gap: false,
    });
    expect(freshRows([], [row('b', 2)])).toEqual({ fresh: [], gap: false });
  });

  it('may leave a gap when none of them is known', () => {
    expect(freshRows([row('d', 4), row('c', 3)], [row('a', 0)]).gap).toBe(true);
    expect(freshRows([row('d', 4)], []).gap).toBe(false);
  });
});
