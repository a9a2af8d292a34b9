/** Every operation of the partner interface. */
import { availability } from './booking/availability.ts';
import { booking } from './booking/booking.ts';
import { bookingdetail } from './booking/bookingdetail.ts';
import { bookinglist } from './booking/bookinglist.ts';
import { cancel } from './booking/cancel.ts';
import { prebooking } from './booking/prebooking.ts';
import type { Operation } from './operation.ts';

export const OPERATIONS: readonly Operation[] = [
  availability,
  prebooking,
  booking,
  bookingdetail,
  bookinglist,
  cancel,
];
