import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { lineOfText } from '../../shared/text.ts';
import { memberEmail } from '../members/member.ts';
import { newPassword } from '../password.ts';
import { linkToken } from './link-token.ts';
import { SESSION_EXAMPLE, session } from './session.ts';

export const signUp = defineOperatorOperation({
  name: 'session/sign-up',
  role: 'read-only',
  public: true,
  summary: 'Create an account with a link',
  description:
    'Makes an account for the holder of a one-time link or an invitation, with the role of the link, and signs them in. It needs no credentials but the token; a session that was opened by a link leaves the token out. An invitation is for its own address only. A link that is unknown, used or expired is 401.',
  input: z.strictObject({
    token: linkToken().optional(),
    name: lineOfText(100),
    email: memberEmail(),
    password: newPassword(),
  }),
  output: z.strictObject({ session }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: {
    request: {
      token: '<token>',
      name: 'Ana Ruiz',
      email: 'ana@example.com',
      password: 'a long sentence of mine',
    },
    answer: { session: SESSION_EXAMPLE },
  },
});
