import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { lastPeriod } from '../format/period.ts';
import { pagedQuery } from './paged-query.ts';

const HOUR_MS = 3_600_000;

it('a moving period starts again with each read from the top, and further pages keep its start', async () => {
  let nowMs = Date.parse('2026-11-17T10:00:00Z');
  const asked: [from: string | undefined, cursor: string | undefined][] = [];
  const read = async ({ from, cursor }: { from?: string; cursor?: string }) => {
    asked.push([from?.slice(11, 16), cursor]);
    return { page: { nextCursor: cursor === undefined ? 'second' : null } };
  };
  const list = new InfiniteQueryObserver(new QueryClient(), {
    queryKey: ['list'],
    ...pagedQuery(read, lastPeriod('1h'), () => nowMs),
  });
  await list.refetch();
  nowMs += HOUR_MS;
  await list.fetchNextPage();
  expect(asked.splice(0)).toEqual([
    ['09:00', undefined],
    ['09:00', 'second'],
  ]);
  await list.refetch();
  expect(asked).toEqual([
    ['10:00', undefined],
    ['10:00', 'second'],
  ]);
});
