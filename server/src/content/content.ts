/** Every operation of the content area that is built. */
import type { Handler } from '../platform/operations/handler.ts';
import type { ContentListParts } from './content-list.ts';
import { boards } from './operations/boards.ts';
import { categories } from './operations/categories.ts';
import { destinations } from './operations/destinations.ts';
import { facilities } from './operations/facilities.ts';
import { hotels } from './operations/hotels.ts';
import { hotelsByDestination } from './operations/hotels-by-destination.ts';
import { rooms } from './operations/rooms.ts';

export function contentHandlers(parts: ContentListParts): Handler[] {
  return [
    boards,
    categories,
    facilities,
    hotels(parts),
    rooms(parts),
    destinations(parts),
    hotelsByDestination(parts),
  ];
}
