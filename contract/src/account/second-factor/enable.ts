import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';

export const enableSecondFactor = defineOperatorOperation({
  name: 'second-factor/enable',
  role: 'read-only',
  summary: 'Set up a second factor',
  description:
    'Takes a code of the secret that `second-factor/begin` made; a wrong one is 403. From then on signing in needs a code.',
  input: z.strictObject({ code: z.string().min(1).max(32).describe('Six digits of the authenticator.') }),
  output: z.strictObject({
    backupCodes: z
      .array(z.string())
      .describe('Each works once in place of a code. Shown once in this answer: keep them apart.'),
  }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: { request: { code: '123456' }, answer: { backupCodes: ['b7Tq2-Xc9fR', 'Kp4mW-z8LsD'] } },
});
