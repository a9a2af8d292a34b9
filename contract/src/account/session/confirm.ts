import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { exactlyOneOf } from '../../shared/rule.ts';
import { password, secondFactorCode } from '../password.ts';
import { SESSION_EXAMPLE, session } from './session.ts';

export const confirmSession = defineOperatorOperation({
  name: 'session/confirm',
  role: 'read-only',
  summary: 'Confirm that it is you',
  description:
    'A fresh proof, by the password or the second factor, that counts for 10 minutes. Changes of production keys and of production webhooks need one, and so do making owners and admins, and exporting or erasing guests of production. It replaces the cookie. A wrong password or code is 403; too many attempts are 429 with `Retry-After`, and nothing was checked. A session of a one-time link has no password: it counts as confirmed for its first 10 minutes.',
  input: z
    .strictObject({ password: password().optional(), code: secondFactorCode().optional() })
    .check(exactlyOneOf('password', 'code')),
  output: z.strictObject({ session }),
  errors: ['RATE_LIMIT_EXCEEDED'],
  examples: { request: { password: 'a long sentence of mine' }, answer: { session: SESSION_EXAMPLE } },
});
