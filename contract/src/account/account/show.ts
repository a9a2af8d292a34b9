import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { ACCOUNT_EXAMPLE, account } from './account.ts';

export const showAccount = defineOperatorOperation({
  name: 'account/show',
  role: 'read-only',
  summary: 'Show your account',
  description: 'The person behind the session. A one-time link and the operator token have none.',
  input: z.strictObject({}),
  output: z.strictObject({ account: account.nullable() }),
  examples: { request: {}, answer: { account: ACCOUNT_EXAMPLE } },
});
