import { describe, expect, it } from 'vitest';
import { findNewRows, mergeRows } from './use-live-requests.ts';

const row = (rowId: string, second: number) => ({ rowId, at: `2026-07-02T10:00:0${second}.000Z` });

describe('new rows of the request log', () => {
  it('new request log rows are merged with existing rows in order, without duplicates', () => {
    const merged = mergeRows([row('c', 3), row('late', 1)], [row('c', 3), row('b', 2), row('a', 0)]);
    expect(merged.map(({ rowId }) => rowId)).toEqual(['c', 'b', 'late', 'a']);
  });

  it('findNewRows returns only rows that are not in the list yet', () => {
    expect(findNewRows([row('c', 3), row('b', 2)], [row('b', 2)])).toEqual({
      fresh: [row('c', 3)],
      gap: false,
    });
    expect(findNewRows([], [row('b', 2)])).toEqual({ fresh: [], gap: false });
  });

  it('the live request log reports a gap if none of the fetched rows is already known', () => {
    expect(findNewRows([row('d', 4), row('c', 3)], [row('a', 0)]).gap).toBe(true);
    expect(findNewRows([row('d', 4)], []).gap).toBe(false);
  });
});
