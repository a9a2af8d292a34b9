import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { SESSION_EXAMPLE, session } from './session.ts';

export const signIn = defineOperatorOperation({
  name: 'session/sign-in',
  role: 'read-only',
  public: true,
  summary: 'Sign in with a one-time link',
  description:
    'Exchanges the token of a one-time link for a session cookie. It needs no credentials. A token that is unknown, used or expired is 401.',
  input: z.strictObject({ token: z.string().min(1).max(256).describe('The token of the link.') }),
  output: z.strictObject({ session }),
  examples: { request: { token: '<token>' }, answer: { session: SESSION_EXAMPLE } },
});
