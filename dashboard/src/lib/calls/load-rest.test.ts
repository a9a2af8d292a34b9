import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { loadRest } from './load-rest.ts';

const LAST_PAGE = 3;

/** Reads numbered pages. A page in `failing` cannot be loaded. */
async function firstPage(failing: Set<number>) {
  const pages = new InfiniteQueryObserver(new QueryClient(), {
    queryKey: ['pages'],
    queryFn: async ({ pageParam }) => {
      if (failing.has(pageParam)) throw new Error('unavailable');
      return pageParam;
    },
    initialPageParam: 1,
    getNextPageParam: last => (last < LAST_PAGE ? last + 1 : undefined),
    retry: false,
  });
  await pages.refetch();
  const first = pages.getCurrentResult();
  return { first, shown: () => pages.getCurrentQuery().state.data?.pages };
}

it('all pages are loaded up to the last one', async () => {
  const { first, shown } = await firstPage(new Set());
  expect(await loadRest(first)).toBe(true);
  expect(shown()).toEqual([1, 2, 3]);
});

it('loading stops at a page that fails, and continues there when it is tried again', async () => {
  const failing = new Set([3]);
  const { first, shown } = await firstPage(failing);
  expect(await loadRest(first)).toBe(false);
  expect(shown()).toEqual([1, 2]);
  failing.clear();
  expect(await loadRest(first)).toBe(true);
  expect(shown()).toEqual([1, 2, 3]);
});
