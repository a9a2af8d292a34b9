import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { lineOfText } from '../../shared/text.ts';
import { memberEmail } from '../members/member.ts';
import { ACCOUNT_EXAMPLE, account } from './account.ts';

export const updateAccount = defineOperatorOperation({
  name: 'account/update',
  role: 'read-only',
  summary: 'Change your account',
  description:
    'Changes only the members it names. A new email address is what you sign in with from then on; it needs a fresh `session/confirm`.',
  input: z.strictObject({ name: lineOfText(100).optional(), email: memberEmail().optional() }),
  output: z.strictObject({ account }),
  errors: ['INVALID_STATE'],
  examples: { request: { name: 'Ana Ruiz' }, answer: { account: ACCOUNT_EXAMPLE } },
});
