/** Options that name whose data is meant. */
import type { guestChoice } from '@serai/contract/account/guests.ts';
import type { z } from 'zod';
import type { OptionSpecs, OptionValues } from '../frame/command.ts';
import { usageFailure } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';

export const GUEST_OPTIONS = {
  booking: { type: 'string', value: '<bookingId>', description: 'The people of this booking.' },
  reference: { type: 'string', value: '<text>', description: "The people of the partner's reference." },
  'last-name': { type: 'string', value: '<name>', description: 'Every booking of a holder; with --email.' },
  email: { type: 'string', value: '<address>', description: 'Of the holder, as the bookings have it.' },
  environment: { type: 'string', value: '<name>', description: 'Only sandbox or only production.' },
} as const satisfies OptionSpecs;

export function guestChoiceOf(
  options: OptionValues<typeof GUEST_OPTIONS>,
): z.input<ReturnType<typeof guestChoice>> {
  const { booking, reference, email, environment, 'last-name': lastName } = options;
  const isHolder = lastName !== undefined && email !== undefined;
  if ((lastName === undefined) !== (email === undefined)) {
    throw usageFailure('A holder is named by --last-name and --email together.');
  }
  const given = [booking !== undefined, reference !== undefined, isHolder].filter(Boolean).length;
  if (given !== 1) {
    throw usageFailure('Name one of --booking, --reference, or --last-name with --email.');
  }
  return {
    ...(booking !== undefined && { bookingId: booking }),
    ...(reference !== undefined && { clientReference: reference }),
    ...(isHolder && { holder: { lastName, email } }),
    ...(environment !== undefined && { environment: parseEnvironment(environment) }),
  };
}
