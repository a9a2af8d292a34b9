import { SeraiError } from '../errors.ts';
import type { Page } from '../generated/types.ts';

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
export async function* walkPages<Answer extends Paged>(
  fetchPage: (cursor: string | undefined) => PromiseLike<Answer>,
  from?: string | undefined,
): AsyncGenerator<Answer, void, undefined> {
  for (let cursor = from; ; ) {
    const response = await fetchPage(cursor);
    yield response;
    const { nextCursor = null, hasMore = false } = response.page ?? {};
    if (!hasMore || nextCursor === null) return;
    if (nextCursor === cursor)
      throw new SeraiError('The list cannot be continued: two pages have the same cursor.');
    cursor = nextCursor;
  }
}

export function eachItem<Item, Answer extends Paged>(
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
