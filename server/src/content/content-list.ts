/** The parts that all catalogue lists share: pages pinned to a change, ETags, and warnings about unknown hotel ids. */
import { ApiError } from '../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../platform/cursor.ts';
import { etagOf } from '../platform/http/etag.ts';
import type { RequestContext, Warning } from '../platform/operations/handler.ts';
import { findKnownHotels } from './catalogue/list-hotels-store.ts';
import { awaitSettledChanges, readReplicatedChanges } from './catalogue-change-store.ts';
import type { ChangeWindow, ListedRow } from './change-window-store.ts';

export interface ContentListParts {
  cursorKey: Buffer;
}

interface PageInput {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ContentPage {
  /** The position of the last record of the previous page. Undefined on the first page. */
  after: string[] | undefined;
  pin: number | undefined;
  /** One more than the page shows, to find out whether there is another page. */
  readLimit: number;
  /** Every change before this time is visible. Only set on the first page. */
  asOfMs: number | undefined;
  split<Row extends Pick<ListedRow, 'pin'>>(
    found: readonly Row[],
    positionOf: (row: Row) => readonly string[],
  ): { shown: Row[]; page: { nextCursor: string | null; hasMore: boolean } };
}

export async function openPage(
  { cursorKey }: ContentListParts,
  operation: { name: string },
  context: RequestContext,
  { page = {}, ...filters }: { page?: PageInput | undefined; updatedSince?: string | undefined },
  defaultLimit: number,
): Promise<ContentPage> {
  const { limit = defaultLimit, cursor } = page;
  const boundTo = [operation.name, context.environment, Object.entries(filters).sort()];
  const [pinText, ...after] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
  const pin = pinText === undefined ? undefined : Number(pinText);
  const visibleMs = await visibleUntil(context, { pin, updatedSince: filters.updatedSince });
  return {
    after: pin === undefined ? undefined : after,
    pin,
    readLimit: limit + 1,
    asOfMs: pin === undefined ? visibleMs : undefined,
    split: (found, positionOf) =>
      pageOf(found, limit, last =>
        makeCursor(cursorKey, boundTo, [String(pin ?? last.pin), ...positionOf(last)]),
      ),
  };
}

/** Later pages read only what was visible on the first page, so on the primary they need no check. */
async function visibleUntil(
  { db, isOnReplica }: RequestContext,
  window: ChangeWindow,
): Promise<number | undefined> {
  if (isOnReplica) return readReplicatedChanges(db, window);
  return window.pin === undefined ? awaitSettledChanges(db) : undefined;
}

export interface TaggedJson {
  json: string;
  etag: string;
}

export function taggedJson(data: object): TaggedJson {
  const json = JSON.stringify(data);
  return { json, etag: etagOf(json) };
}

/**
 * Returns a warning that lists unknown hotel ids. Throws HOTEL_NOT_FOUND if none of the ids is known. Also throws if any is
 * unknown to a replica, because the primary may know it.
 */
export async function checkHotelIds(
  { db, environment, isOnReplica }: Pick<RequestContext, 'db' | 'environment' | 'isOnReplica'>,
  hotelIds: readonly string[] | undefined,
): Promise<Warning[]> {
  if (hotelIds === undefined) return [];
  const known = await findKnownHotels(db, environment, hotelIds);
  if (known.size === 0) throw new ApiError('HOTEL_NOT_FOUND', 'None of the hotel IDs is known.');
  const unknown = [...new Set(hotelIds)].filter(id => !known.has(id));
  if (unknown.length === 0) return [];
  if (isOnReplica) throw new Error('the replica does not know all hotels');
  const message = `${unknown.length} of the hotel ids ${unknown.length === 1 ? 'is' : 'are'} not known.`;
  return [{ code: 'HOTEL_NOT_FOUND', message, hotelIds: unknown }];
}
