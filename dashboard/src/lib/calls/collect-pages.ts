import { call, type Input } from './operator-client.ts';
import type { PagedName, PageOf } from './use-call.ts';

export async function collectPages<Name extends PagedName>(
  name: Name,
  input: Omit<Input<Name>, 'page'>,
  /** Maximum number of items per page. The server may have a lower limit. */
  limit: number,
  signal?: AbortSignal,
): Promise<PageOf<Name>[]> {
  const pages: PageOf<Name>[] = [];
  let cursor: string | null = null;
  do {
    const page: { limit: number; cursor?: string } = { limit, ...(cursor !== null && { cursor }) };
    const output: PageOf<Name> = await call(name, { ...input, page } as Input<Name>, signal);
    pages.push(output);
    cursor = output.page.nextCursor;
  } while (cursor !== null);
  return pages;
}
