/** The catalogue. Each list is a method that gives one page, with `.each()` that gives all records. */
import type { RequestOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import { type Each, eachItem, walkPages } from '../client/pages.ts';
import type { PendingCall } from '../client/pending-call.ts';
import type { OperationName, OperationTypes, Page } from '../generated/types.ts';

type Request<Name extends OperationName> = OperationTypes[Name]['request'];
type Answer<Name extends OperationName> = OperationTypes[Name]['answer'];

/** Where every member is optional, the request is too. */
type Asking<Req> = object extends Req
  ? [request?: Req, options?: RequestOptions]
  : [request: Req, options?: RequestOptions];

/** A list of the catalogue. */
export interface Listing<Name extends OperationName, Item> {
  /** One page. */
  (...asking: Asking<Request<Name>>): PendingCall<Answer<Name>>;
  /** All records from the first page, or the given cursor, on. */
  each(...asking: Asking<Request<Name>>): Each<Item, Answer<Name>>;
}

type ItemOf<
  Name extends OperationName,
  Member extends keyof Answer<Name>,
> = Answer<Name>[Member] extends readonly (infer Item)[] ? Item : never;

export interface Content {
  /** Hotels; with `updatedSince` those that changed, removed ones included. */
  readonly hotels: Listing<'hotels', ItemOf<'hotels', 'hotels'>>;
  /** Rooms of hotels, with beds and how many people they take. */
  readonly rooms: Listing<'rooms', ItemOf<'rooms', 'rooms'>>;
  /** Countries, regions, cities and zones, each with the place it lies in. */
  readonly destinations: Listing<'destinations', ItemOf<'destinations', 'destinations'>>;
  /** What meal plans there are. */
  readonly boards: Listing<'boards', ItemOf<'boards', 'boards'>>;
  /** What `categoryCode` of a hotel means. */
  readonly categories: Listing<'categories', ItemOf<'categories', 'categories'>>;
  /** What facilities there are, by group. */
  readonly facilities: Listing<'facilities', ItemOf<'facilities', 'facilities'>>;
  /** Hotels of a place, without prices. */
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
  type Asked = [request?: Request<Name> & Paged, options?: RequestOptions];
  const list = (...[request = {} as Request<Name>, options]: Asked) =>
    connection.call(operation, request, options);
  const each = (...[request, options]: Asked) => {
    const { page } = request ?? {};
    const ask = (cursor: string | undefined) =>
      list(
        { ...request, ...((page || cursor !== undefined) && { page: { ...page, cursor } }) } as Request<Name>,
        options,
      );
    const pages = () => walkPages<Answer<Name> & { page?: Page }>(ask, page?.cursor);
    return eachItem(pages, answer => answer[member] as ItemOf<Name, Member>[]);
  };
  return Object.assign(list, { each }) as Listing<Name, ItemOf<Name, Member>>;
}
