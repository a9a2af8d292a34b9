/** How the pages of a list are read one after the other. Makes no calls itself. */
import type { TimeWindow } from '../format/period.ts';

type Times = ReturnType<TimeWindow['times']>;

/** The place of a page in its list. Empty for the first page. */
interface PageParam {
  cursor?: string;
  times?: Times | undefined;
}

interface Page<Response> {
  response: Response;
  times: Times | undefined;
}

/**
 * If the period moves with the clock, each read of the first page computes its times. Further pages keep them, because a
 * cursor is bound to the filters of its list.
 */
export function pagedQuery<Response extends { page: { nextCursor: string | null } }>(
  read: (input: { cursor?: string } & Partial<Times>, signal: AbortSignal) => Promise<Response>,
  window: TimeWindow | undefined,
  now: () => number = Date.now,
) {
  return {
    async queryFn({
      pageParam,
      signal,
    }: {
      pageParam: PageParam;
      signal: AbortSignal;
    }): Promise<Page<Response>> {
      const { cursor, times = window?.times(now()) } = pageParam;
      const response = await read({ ...times, ...(cursor !== undefined && { cursor }) }, signal);
      return { response, times };
    },
    initialPageParam: {} as PageParam,
    getNextPageParam({ response: { page }, times }: Page<Response>): PageParam | undefined {
      return page.nextCursor === null ? undefined : { cursor: page.nextCursor, times };
    },
  };
}
