import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { count } from '../../shared/values.ts';
import { newPassword, password } from '../password.ts';

export const changePassword = defineOperatorOperation({
  name: 'account/change-password',
  role: 'read-only',
  summary: 'Change your password',
  description:
    'Needs the present one; a wrong one is 403. It ends all your other sessions and replaces the cookie of this one.',
  input: z.strictObject({ currentPassword: password(), newPassword: newPassword() }),
  output: z.strictObject({ sessionsEnded: count(0, 1_000_000).describe('Other sessions that ended.') }),
  errors: ['RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { currentPassword: 'a long sentence of mine', newPassword: 'another long sentence' },
    answer: { sessionsEnded: 1 },
  },
});
