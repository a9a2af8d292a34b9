/** A list that is read page by page: later pages follow the cursor of the one before. */
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type CallFailure,
  call,
  type Input,
  type OperationName,
  type Output,
  toFailure,
} from './operator-client.ts';

/** Operations that answer in pages. */
export type PagedName = {
  [Name in OperationName]: Output<Name> extends { page: { nextCursor: string | null } } ? Name : never;
}[OperationName];

export interface PagedList<Item> {
  state: 'waiting' | 'failed' | 'ready';
  items: readonly Item[];
  /** Why nothing can be shown, or why there is no more to be had. */
  failure: CallFailure | undefined;
  /** Absent on the last page. */
  more: (() => void) | undefined;
  loadingMore: boolean;
  refreshing: boolean;
  reload: () => void;
}

interface PagesOptions {
  limit?: number;
  everyMs?: number | undefined;
  when?: boolean;
  /** Asked again only by `reload`: who comes back to the window finds the rows where they were. */
  still?: boolean;
}

export function usePages<Name extends PagedName, Item>(
  name: Name,
  input: Omit<Input<Name>, 'page'>,
  itemsOf: (answer: Output<Name>) => readonly Item[],
  { limit = 50, everyMs, when = true, still = false }: PagesOptions = {},
): PagedList<Item> {
  const query = useInfiniteQuery({
    queryKey: [name.split('/')[0], name, input, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        name,
        { ...input, page: { limit, ...(pageParam && { cursor: pageParam }) } } as Input<Name>,
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: last => (last as { page: { nextCursor: string | null } }).page.nextCursor ?? undefined,
    enabled: when,
    refetchOnWindowFocus: !still,
    refetchOnReconnect: !still,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  return {
    state: query.data ? 'ready' : query.error ? 'failed' : 'waiting',
    items: query.data?.pages.flatMap(page => itemsOf(page as Output<Name>)) ?? [],
    failure: query.error ? toFailure(query.error) : undefined,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    loadingMore: query.isFetchingNextPage,
    refreshing: query.isFetching,
    reload: () => void query.refetch(),
  };
}
