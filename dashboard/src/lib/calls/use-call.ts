/** Reads an operation's response while a component shows it, whole (`useCall`) or page by page (`usePages`). */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TimeWindow } from '../format/period.ts';
import { loadRest } from './load-rest.ts';
import {
  type CallFailure,
  call,
  type Input,
  type OperationName,
  type Output,
  toFailure,
} from './operator-client.ts';
import { pagedQuery } from './paged-query.ts';

export type CallState<Data> =
  | { state: 'waiting' }
  | { state: 'failed'; failure: CallFailure }
  | { state: 'ready'; data: Data };

interface CallOptions {
  /** Refetch interval while the page is visible. */
  everyMs?: number | undefined;
  /** Fetches only while true. */
  when?: boolean;
  /** Adds the times of this window to the input of each request. */
  window?: TimeWindow | undefined;
}

interface Refreshable {
  reload: () => void;
  /** True while data is fetched. */
  refreshing: boolean;
  /** True while the data shown belongs to the previous input, because that of the new input is not loaded yet. */
  isPrevious: boolean;
  /** True if the data shown could not be refreshed. */
  isOutdated: boolean;
}

export function useCall<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  { everyMs, when = true, window }: CallOptions = {},
): CallState<Output<Name>> & Refreshable {
  const query = useQuery({
    queryKey: [name.split('/')[0], name, input, ...(window ? [window.name] : [])],
    queryFn: ({ signal }) => call(name, window ? { ...input, ...window.times(Date.now()) } : input, signal),
    placeholderData: keepPreviousData,
    enabled: when,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  const status = {
    reload: () => void query.refetch(),
    refreshing: query.isFetching,
    isPrevious: query.isPlaceholderData,
    isOutdated: query.isRefetchError,
  };
  if (query.data !== undefined) return { state: 'ready', data: query.data as Output<Name>, ...status };
  if (query.error !== null) return { state: 'failed', failure: toFailure(query.error), ...status };
  return { state: 'waiting', ...status };
}

/** Waiting while the data belongs to the previous input, for pages that must not show it under the new address. */
export function withoutPrevious<Data>(
  read: CallState<Data> & Refreshable,
): CallState<Data> & Pick<Refreshable, 'reload'> {
  return read.isPrevious ? { state: 'waiting', reload: read.reload } : read;
}

export type PagedName = {
  [Name in OperationName]: Output<Name> extends { page: { nextCursor: string | null } } ? Name : never;
}[OperationName];

export type PageOf<Name extends PagedName> = Output<Name> & { page: { nextCursor: string | null } };

export interface PagedList<Item, Response = unknown> {
  state: 'waiting' | 'failed' | 'ready';
  items: readonly Item[];
  /** The response with the first page. It also contains what is the same for all pages, such as totals. */
  first: Response | undefined;
  /** Set if the first or a later page could not be loaded. */
  failure: CallFailure | undefined;
  /** Loads the next page. Undefined on the last page. */
  more: (() => void) | undefined;
  loadingMore: boolean;
  /** Loads all further pages. Returns false if one could not be loaded. */
  loadRest: () => Promise<boolean>;
  refreshing: boolean;
  reload: () => void;
}

interface PagesOptions {
  limit?: number;
  everyMs?: number | undefined;
  when?: boolean;
  /** Each read of the first page computes its times. */
  window?: TimeWindow | undefined;
  /** Prevents refetching when the user returns to the window, so that the rows do not move. */
  still?: boolean;
}

export function usePages<Name extends PagedName, Item>(
  name: Name,
  input: Omit<Input<Name>, 'page'>,
  itemsOf: (response: Output<Name>) => readonly Item[],
  { limit = 50, everyMs, when = true, still = false, window }: PagesOptions = {},
): PagedList<Item, Output<Name>> {
  const query = useInfiniteQuery({
    queryKey: [name.split('/')[0], name, input, 'pages', ...(window ? [window.name] : [])],
    ...pagedQuery(
      ({ cursor, ...times }, signal) =>
        call(name, { ...input, ...times, page: { limit, cursor } } as Input<Name>, signal) as Promise<
          PageOf<Name>
        >,
      window,
    ),
    enabled: when,
    refetchOnWindowFocus: !still,
    refetchOnReconnect: !still,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  return {
    state: query.data ? 'ready' : query.error ? 'failed' : 'waiting',
    items: query.data?.pages.flatMap(({ response }) => itemsOf(response)) ?? [],
    first: query.data?.pages[0]?.response,
    failure: query.error ? toFailure(query.error) : undefined,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    loadingMore: query.isFetchingNextPage,
    loadRest: () => loadRest(query),
    refreshing: query.isFetching,
    reload: () => void query.refetch(),
  };
}
