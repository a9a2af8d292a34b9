import { afterEach, expect, test, vi } from 'vitest';
import { readCsv } from './export-pages.ts';

afterEach(() => vi.unstubAllGlobals());

/** Serves an endless list, two entries per page. */
function serveEndlessly(): () => number {
  let calls = 0;
  vi.stubGlobal('fetch', async () => {
    calls++;
    const entries = [{ action: `a${calls}` }, { action: `b${calls}` }];
    return Response.json({ entries, page: { nextCursor: 'more', hasMore: true } });
  });
  return () => calls;
}

const wanted = (onProgress: (rows: number) => void) => ({
  headings: ['Action'],
  operation: 'audit/list' as const,
  input: {},
  limit: 2,
  itemsOf: ({ entries }: { entries: { action: string }[] }) => entries,
  cellsOf: ({ action }: { action: string }) => [action],
  onProgress,
});

test('an export stops at the maximum number of rows and reports that it is not complete', async () => {
  const calls = serveEndlessly();
  const { parts, isComplete } = await readCsv(wanted(() => undefined) as never, 5);
  expect(isComplete).toBe(false);
  expect(calls()).toBe(3);
  expect(parts.join('').trim().split('\r\n')).toHaveLength(7);
});

test('a cancelled export makes no further calls', async () => {
  const calls = serveEndlessly();
  const cancelled = readCsv(
    wanted(() => {
      throw new Error('cancelled');
    }) as never,
    5,
  );
  await expect(cancelled).rejects.toThrow('cancelled');
  expect(calls()).toBe(1);
});
