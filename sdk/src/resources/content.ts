/**
 * The hotel catalogue. Each method returns one page of a list, and its `.each()` iterates over all records.
 */
import type { Connection } from '../client/connection.ts';
import { type ContentList, createList } from '../client/pages.ts';
import type { OperationName, OperationTypes } from '../generated/types.ts';

type Request<Name extends OperationName> = OperationTypes[Name]['request'];
type Answer<Name extends OperationName> = OperationTypes[Name]['answer'];

/** A list in the catalogue. */
export type Listing<Name extends OperationName, Item> = ContentList<Request<Name>, Item, Answer<Name>>;

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
  return createList(
    (request: Request<Name>, options) => connection.call(operation, request, options),
    response => response[member] as ItemOf<Name, Member>[],
  );
}
