/** Who is calling, and what they may do where. */
import { z } from 'zod';
import { ROLES } from '../../operator-operation.ts';
import { choice, flag, instant } from '../../shared/values.ts';
import { memberId } from '../account-ids.ts';
import { actor } from '../actor.ts';
import { ORGANISATION_EXAMPLE, organisation } from '../organisations/organisation.ts';

/** Name of the cookie that carries a session. */
export const SESSION_COOKIE = 'serai_session';

export const session = z.strictObject({
  actor: actor(),
  memberId: memberId()
    .nullable()
    .describe('Membership the caller acts under; null for the operator token and for a one-time link.'),
  name: z.string().nullable().describe('Name of the person; null where no person is known.'),
  email: z.string().nullable().describe('Address of the person; null where no person is known.'),
  role: choice(ROLES),
  organisation,
  method: choice(['session', 'operator-token']).describe('How the caller proved who it is.'),
  expiresAt: instant().nullable().describe('End of the session; null for the operator token.'),
  confirmedUntil: instant()
    .nullable()
    .describe(
      'Until then what needs a fresh proof may be done; null when there is none. The operator token never needs one.',
    ),
  secondFactor: flag().describe('Whether the person has a second factor.'),
  staff: flag().describe(
    'Whether the caller belongs to the operator: the operator token, or a session in the organisation that runs the service.',
  ),
});

export const SESSION_EXAMPLE = {
  actor: 'ana@example.com',
  memberId: 'mbr_01J9ZC4T3E',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  role: 'owner',
  organisation: ORGANISATION_EXAMPLE,
  method: 'session',
  expiresAt: '2026-07-02T22:15:00Z',
  confirmedUntil: '2026-07-02T10:25:00Z',
  secondFactor: true,
  staff: true,
} satisfies z.input<typeof session>;
