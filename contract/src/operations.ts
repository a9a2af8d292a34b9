/** All operations of the partner API, in the order of the documentation. */
import { balance } from './billing/balance.ts';
import { availability } from './booking/availability.ts';
import { booking } from './booking/booking.ts';
import { bookingdetail } from './booking/bookingdetail.ts';
import { bookinglist } from './booking/bookinglist.ts';
import { cancel } from './booking/cancel.ts';
import { prebooking } from './booking/prebooking.ts';
import { voucher } from './booking/voucher.ts';
import { destinations } from './content/destinations.ts';
import { hotels } from './content/hotels.ts';
import { hotelsByDestination } from './content/hotels-by-destination.ts';
import { boards, categories, facilities } from './content/list-operations.ts';
import { placesSearch, placesSearchDestination } from './content/places-search.ts';
import { rooms } from './content/rooms.ts';
import type { Operation } from './operation.ts';

export const OPERATIONS: readonly Operation[] = [
  availability,
  prebooking,
  booking,
  bookingdetail,
  bookinglist,
  cancel,
  voucher,
  balance,
  hotels,
  rooms,
  destinations,
  boards,
  categories,
  facilities,
  placesSearch,
  placesSearchDestination,
  hotelsByDestination,
];
