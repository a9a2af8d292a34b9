/** Walks through lists that come in pages. */
import { SeraiError } from '../errors/serai-error.ts';
import type { Page } from '../generated/types.ts';

interface Paged {
  page?: Page;
}

/** All records of a list: `for await (const hotel of …)`. Each walk asks anew, a page at a time. */
export interface Each<Item, Answer> extends AsyncIterable<Item> {
  /** The answers themselves, one a page. */
  pages(): AsyncIterable<Answer>;
}

/** The pages of a list from the given cursor on; `ask` gets the cursor of the next one. */
export async function* walkPages<Answer extends Paged>(
  ask: (cursor: string | undefined) => PromiseLike<Answer>,
  from?: string | undefined,
): AsyncGenerator<Answer, void, undefined> {
  for (let cursor = from; ; ) {
    const answer = await ask(cursor);
    yield answer;
    const { nextCursor = null, hasMore = false } = answer.page ?? {};
    if (!hasMore || nextCursor === null) return;
    if (nextCursor === cursor)
      throw new SeraiError('The list does not go on: two pages end in the same place.');
    cursor = nextCursor;
  }
}

export function eachItem<Item, Answer extends Paged>(
  pages: () => AsyncIterable<Answer>,
  itemsOf: (answer: Answer) => readonly Item[],
): Each<Item, Answer> {
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const answer of pages()) yield* itemsOf(answer);
    },
  };
}
