/** Lists: calling one returns a page, and its `.each()` iterates over all records. */
import { SeraiError } from '../errors.ts';
import type { Page } from '../generated/types.ts';
import type { ConditionalOptions, RequestOptions } from './client-options.ts';
import type { NotModified, PendingCall } from './pending-call.ts';

interface Paged {
  page?: Page;
}

/**
 * All records in a list: `for await (const hotel of …)`. Each iteration starts again and requests one page at a
 * time.
 */
export interface Each<Item, Answer> extends AsyncIterable<Item> {
  /** The responses, one per page. */
  pages(): AsyncIterable<Answer>;
}

/** Iterates over the pages of a list, starting at the given cursor. */
export async function* walkPages<Answer>(
  fetchPage: (cursor: string | undefined) => PromiseLike<Answer>,
  from?: string | undefined,
): AsyncGenerator<Answer, void, undefined> {
  for (let cursor = from; ; ) {
    const response = await fetchPage(cursor);
    yield response;
    const { nextCursor = null, hasMore = false } = (response as Paged).page ?? {};
    if (!hasMore || nextCursor === null) return;
    if (nextCursor === cursor)
      throw new SeraiError('The list cannot be continued: two pages have the same cursor.');
    cursor = nextCursor;
  }
}

export function eachItem<Item, Answer>(
  pages: () => AsyncIterable<Answer>,
  itemsOf: (response: Answer) => readonly Item[],
): Each<Item, Answer> {
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const response of pages()) yield* itemsOf(response);
    },
  };
}

/** If all request fields are optional, so is the request. */
export type ListArguments<Request> = object extends Request
  ? [request?: Request, options?: RequestOptions]
  : [request: Request, options?: RequestOptions];

/** A list that is read in pages. */
export interface List<Request, Item, Answer> {
  /** Returns one page. */
  (...args: ListArguments<Request>): PendingCall<Answer>;
  /** Iterates over all records, starting at the first page or at the given cursor. */
  each(...args: ListArguments<Request>): Each<Item, Answer>;
}

/** A list whose pages have an etag. */
export interface ContentList<Request, Item, Answer> extends List<Request, Item, Answer> {
  /** Returns one page, or `NotModified` if the page still has the given etag. */
  (request: Request, options: ConditionalOptions): PendingCall<Answer | NotModified>;
}

interface PagedRequest {
  page?: { limit?: number | undefined; cursor?: string | undefined } | undefined;
}

/** `call` sends a request for one page. */
export function createList<Request extends object, Item, Answer>(
  call: (request: Request, options: RequestOptions | undefined) => PendingCall<Answer>,
  itemsOf: (response: Answer) => readonly Item[],
): ContentList<Request, Item, Answer> {
  const list = (request = {} as Request, options?: RequestOptions) => call(request, options);
  const each = (request = {} as Request & PagedRequest, options?: RequestOptions) => {
    checkUnconditional(options);
    const { page } = request;
    const fetchPage = (cursor: string | undefined) =>
      // Lists without pages do not accept `page`.
      list(page || cursor !== undefined ? { ...request, page: { ...page, cursor } } : request, options);
    return eachItem(() => walkPages(fetchPage, page?.cursor), itemsOf);
  };
  return Object.assign(list, { each }) as ContentList<Request, Item, Answer>;
}

/** An etag belongs to one page. With it, an iteration could not tell an unchanged page from the end of the list. */
function checkUnconditional(options: RequestOptions | undefined): void {
  if (options && 'ifNoneMatch' in options)
    throw new SeraiError('ifNoneMatch cannot be used with each. Request a single page instead.');
}
