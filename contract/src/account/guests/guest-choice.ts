/** Whose data is meant: the people of one booking, or every booking of one holder. */
import { z } from 'zod';
import { environment } from '../../shared/answer.ts';
import { bookingId } from '../../shared/ids.ts';
import { exactlyOneOf } from '../../shared/rule.ts';

/** Of one holder; whoever has more is answered in parts. */
export const MAX_GUEST_BOOKINGS = 200;

export const guestChoice = () =>
  z
    .strictObject({
      bookingId: bookingId().optional(),
      clientReference: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe("The partner's reference. Both environments may know it."),
      holder: z
        .strictObject({
          lastName: z.string().min(1).max(80).describe('The whole name; case and accents do not matter.'),
          email: z.string().min(3).max(254).describe('As the booking has it; case does not matter.'),
        })
        .optional()
        .describe(
          'Every booking that this person holds. Those where they are a guest only are not found by it.',
        ),
      environment: environment().optional().describe('Both when absent.'),
    })
    .check(exactlyOneOf('bookingId', 'clientReference', 'holder'));
