import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { sessionId } from '../account-ids.ts';
import { OPEN_SESSION_EXAMPLE } from './open-session.ts';

export const endSession = defineOperatorOperation({
  name: 'session/end',
  role: 'read-only',
  summary: 'End a session',
  description:
    'Ends one of your own sessions, or, for owner and admin, one of the organisation; only an owner ends those of owners. Its cookie is worth nothing from then on.',
  input: z.strictObject({ sessionId: sessionId() }),
  output: z.strictObject({ sessionId: sessionId() }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { sessionId: OPEN_SESSION_EXAMPLE.sessionId },
    answer: { sessionId: OPEN_SESSION_EXAMPLE.sessionId },
  },
});
