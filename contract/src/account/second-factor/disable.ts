import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { flag } from '../../shared/values.ts';
import { password, secondFactorCode } from '../password.ts';

export const disableSecondFactor = defineOperatorOperation({
  name: 'second-factor/disable',
  role: 'read-only',
  summary: 'Remove the second factor',
  description:
    'Needs the password and a code, or a backup code; a wrong one is 403. The backup codes are worth nothing afterwards.',
  input: z.strictObject({ password: password(), code: secondFactorCode() }),
  output: z.strictObject({ secondFactor: flag() }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { password: 'a long sentence of mine', code: '123456' },
    answer: { secondFactor: false },
  },
});
