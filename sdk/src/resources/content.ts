/**
 * The hotel catalogue. Each method returns one page of a list, and its `.each()` iterates over all records.
 */
import type { RequestOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import { type Each, eachItem, walkPages } from '../client/pages.ts';
import type { PendingCall } from '../client/pending-call.ts';
import type { OperationName, OperationTypes, Page } from '../generated/types.ts';

type Request<Name extends OperationName> = OperationTypes[Name]['request'];
type Answer<Name extends OperationName> = OperationTypes[Name]['answer'];

/** If all request fields are optional, so is the request. */
type ListArguments<Req> = object extends Req
  ? [request?: Req, options?: RequestOptions]
  : [request: Req, options?: RequestOptions];

/** A list in the catalogue. */
export interface Listing<Name extends OperationName, Item> {
  /** Returns one page. */
  (...args: ListArguments<Request<Name>>): PendingCall<Answer<Name>>;
  /** Iterates over all records, starting at the first page or at the given cursor. */
  each(...args: ListArguments<Request<Name>>): Each<Item, Answer<Name>>;
}

type ItemOf<
  Name extends OperationName,
  Member extends keyof Answer<Name>,
> = Answer<Name>[Member] extends readonly (infer Item)[] ? Item : never;

export interface Content {
  /** Hotels. With `updatedSince`, only changed and removed hotels. */
  readonly hotels: Listing<'hotels', ItemOf<'hotels', 'hotels'>>;
  /** Room types with beds and maximum occupancy. */
  readonly rooms: Listing<'rooms', ItemOf<'rooms', 'rooms'>>;
  /** Countries, regions, cities and zones, each with its parent. */
  readonly destinations: Listing<'destinations', ItemOf<'destinations', 'destinations'>>;
  /** Board codes (meal plans). */
  readonly boards: Listing<'boards', ItemOf<'boards', 'boards'>>;
  /** Category codes of hotels. */
  readonly categories: Listing<'categories', ItemOf<'categories', 'categories'>>;
  /** Facility codes by group. */
  readonly facilities: Listing<'facilities', ItemOf<'facilities', 'facilities'>>;
  /** Hotels in or around a place, without prices. */
  readonly hotelsByDestination: Listing<'hotels-by-destination', ItemOf<'hotels-by-destination', 'hotels'>>;
}

export function createContent(connection: Connection): Content {
  return {
    hotels: listing(connection, 'hotels', 'hotels'),
    rooms: listing(connection, 'rooms', 'rooms'),
    destinations: listing(connection, 'destinations', 'destinations'),
    boards: listing(connection, 'boards', 'boards'),
    categories: listing(connection, 'categories', 'categories'),
    facilities: listing(connection, 'facilities', 'facilities'),
    hotelsByDestination: listing(connection, 'hotels-by-destination', 'hotels'),
  };
}

function listing<Name extends OperationName, Member extends keyof Answer<Name> & string>(
  connection: Connection,
  operation: Name,
  member: Member,
): Listing<Name, ItemOf<Name, Member>> {
  type Paged = { page?: { limit?: number | undefined; cursor?: string | undefined } | undefined };
  type Args = [request?: Request<Name> & Paged, options?: RequestOptions];
  const list = (...[request = {} as Request<Name>, options]: Args) =>
    connection.call(operation, request, options);
  const each = (...[request, options]: Args) => {
    const { page } = request ?? {};
    const fetchPage = (cursor: string | undefined) =>
      list(
        { ...request, ...((page || cursor !== undefined) && { page: { ...page, cursor } }) } as Request<Name>,
        options,
      );
    const pages = () => walkPages<Answer<Name> & { page?: Page }>(fetchPage, page?.cursor);
    return eachItem(pages, response => response[member] as ItemOf<Name, Member>[]);
  };
  return Object.assign(list, { each }) as Listing<Name, ItemOf<Name, Member>>;
}
