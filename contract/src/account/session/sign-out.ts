import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { flag } from '../../shared/values.ts';

export const signOut = defineOperatorOperation({
  name: 'session/sign-out',
  role: 'read-only',
  summary: 'Sign out',
  description: 'Ends the session and clears its cookie. With the operator token it changes nothing.',
  input: z.strictObject({}),
  output: z.strictObject({ signedOut: flag().describe('Whether a session ended.') }),
  examples: { request: {}, answer: { signedOut: true } },
});
