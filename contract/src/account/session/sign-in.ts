import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { rule } from '../../shared/rule.ts';
import { flag } from '../../shared/values.ts';
import { memberEmail } from '../members/member.ts';
import { password, secondFactorCode } from '../password.ts';
import { invitation } from './invitation.ts';
import { linkToken } from './link-token.ts';
import { SESSION_EXAMPLE, session } from './session.ts';

interface Given {
  token?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
}

export const signIn = defineOperatorOperation({
  name: 'session/sign-in',
  role: 'read-only',
  public: true,
  summary: 'Sign in',
  description:
    'Opens a session and sets its cookie. It needs no credentials. A one-time link is enough by itself; a person sends email and password, and a code where a second factor is set up. With an invitation and a password it also accepts the invitation; with an invitation alone it opens nothing and answers what is offered. A wrong password, an unknown address, a wrong code and a link that is unknown, used or expired are 401. Attempts are queued by client address and by account; beyond that they are 429 with `Retry-After`, and nothing was checked. A success also sets a device cookie, which gives later attempts from the same browser a separate queue.',
  input: z
    .strictObject({
      token: linkToken().optional(),
      email: memberEmail().optional(),
      password: password().optional(),
      code: secondFactorCode().optional(),
    })
    .check(
      rule<Given>(['token', 'email', 'password'], function* ({ token, email, password: given }) {
        const code = 'REQUIRED';
        if (email === undefined && (token === undefined || given !== undefined))
          yield { path: ['email'], code, message: 'Give the token of a link, or email and password.' };
        if (given === undefined && email !== undefined)
          yield { path: ['password'], code, message: 'Give the password of this email address.' };
      }),
    ),
  output: z.strictObject({
    session: session.nullable().describe('Null when no session was opened: a code is needed, or an answer.'),
    secondFactorNeeded: flag().describe('The password was right; send all again with `code`.'),
    invitation: invitation
      .nullable()
      .describe('Where the token is of an invitation and nothing else was sent. It stays unused.'),
  }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { email: 'ana@example.com', password: 'a long sentence of mine' },
    answer: { session: SESSION_EXAMPLE, secondFactorNeeded: false, invitation: null },
  },
});
