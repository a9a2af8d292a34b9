/** Who is calling, and what they may do where. */
import { z } from 'zod';
import { ROLES } from '../../operator-operation.ts';
import { choice, instant } from '../../shared/values.ts';
import { actor } from '../actor.ts';
import { ORGANISATION_EXAMPLE, organisation } from '../organisations/organisation.ts';

/** Name of the cookie that carries a session. */
export const SESSION_COOKIE = 'serai_session';

export const session = z.strictObject({
  actor: actor(),
  role: choice(ROLES),
  organisation,
  method: choice(['session', 'operator-token']).describe('How the caller proved who it is.'),
  expiresAt: instant().nullable().describe('End of the session; null for the operator token.'),
});

export const SESSION_EXAMPLE = {
  actor: 'ana@example.com',
  role: 'owner',
  organisation: ORGANISATION_EXAMPLE,
  method: 'session',
  expiresAt: '2026-07-02T22:15:00Z',
} satisfies z.input<typeof session>;
