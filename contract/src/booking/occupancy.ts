import { z } from 'zod';
import { count } from '../shared/values.ts';

export const MAX_ROOMS = 8;
export const MAX_ADULTS = 8;
export const MAX_CHILDREN = 6;
export const MAX_CHILD_AGE = 17;

export const childAge = () => count(0, MAX_CHILD_AGE);

export const occupancy = () =>
  z.strictObject({
    adults: count(1, MAX_ADULTS),
    childAges: z.array(childAge()).max(MAX_CHILDREN).optional().describe('Age of each child at check-in.'),
  });

/**
 * The position of the room in `occupancies`, starting at 1. It identifies the room in the search, the offer
 * and the booking.
 */
export const roomRef = () =>
  count(1, MAX_ROOMS).describe('Position of the room in `occupancies`, starting at 1.');
