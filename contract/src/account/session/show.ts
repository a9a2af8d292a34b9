import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { SESSION_EXAMPLE, session } from './session.ts';

export const showSession = defineOperatorOperation({
  name: 'session/show',
  role: 'read-only',
  summary: 'Show who is signed in',
  description: 'The caller, its role, and the organisation that calls act in.',
  input: z.strictObject({}),
  output: z.strictObject({ session }),
  examples: { request: {}, answer: { session: SESSION_EXAMPLE } },
});
