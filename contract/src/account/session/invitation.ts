import { z } from 'zod';
import { ROLES } from '../../operator-operation.ts';
import { choice, flag } from '../../shared/values.ts';

/** What the holder of an invitation's link may know before accepting it. */
export const invitation = z.strictObject({
  organisation: z.string().describe('Name of the organisation that invites.'),
  email: z.string().describe('Address that was invited.'),
  name: z.string().nullable(),
  role: choice(ROLES),
  hasAccount: flag().describe(
    'Whether the address has an account already: then sign in with the token and its password, else sign up.',
  ),
});
