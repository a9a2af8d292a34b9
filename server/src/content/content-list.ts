/** What the catalogue's lists share: pages, the change they are pinned to, their timestamp, and the ETag. */
import { hash } from 'node:crypto';
import { makeCursor, pageOf, readCursor } from '../platform/cursor.ts';
import type { RequestContext } from '../platform/operations/handler.ts';
import { awaitSettledChanges } from './catalogue-change-store.ts';
import type { ListedRow } from './change-window-store.ts';

export interface ContentListParts {
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
}

interface PageInput {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ContentPage {
  /** Where the page begins. Undefined on the first page. */
  after: string[] | undefined;
  pin: number | undefined;
  /** One more than the page shows, to find out whether anything follows. */
  readLimit: number;
  /** Set on the first page: every change before this time was visible. */
  asOfMs: number | undefined;
  split<Row extends Pick<ListedRow, 'pin'>>(
    found: readonly Row[],
    positionOf: (row: Row) => readonly string[],
  ): { shown: Row[]; page: { nextCursor: string | null; hasMore: boolean } };
}

export async function openPage(
  { cursorKey }: ContentListParts,
  operation: { name: string },
  { db, environment }: RequestContext,
  { page = {}, ...asked }: { page?: PageInput | undefined },
  defaultLimit: number,
): Promise<ContentPage> {
  const { limit = defaultLimit, cursor } = page;
  const boundTo = [operation.name, environment, Object.entries(asked).sort()];
  const [pinText, ...after] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
  const pin = pinText === undefined ? undefined : Number(pinText);
  return {
    after: pin === undefined ? undefined : after,
    pin,
    readLimit: limit + 1,
    asOfMs: pin === undefined ? await awaitSettledChanges(db) : undefined,
    split: (found, positionOf) =>
      pageOf(found, limit, last =>
        makeCursor(cursorKey, boundTo, [String(pin ?? last.pin), ...positionOf(last)]),
      ),
  };
}

/** The text of a response and its ETag. */
export function taggedJson(data: object): { json: string; etag: string } {
  const json = JSON.stringify(data);
  return { json, etag: `"${hash('sha256', json, 'base64url').slice(0, 22)}"` };
}
