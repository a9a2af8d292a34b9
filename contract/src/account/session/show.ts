import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { SESSION_EXAMPLE, session } from './session.ts';

export const showSession = defineOperatorOperation({
  name: 'session/show',
  role: 'read-only',
  summary: 'Show who is signed in',
  description: 'The caller, its role, the organisation that calls act in, and where keys are used.',
  input: z.strictObject({}),
  output: z.strictObject({
    session,
    interfaceUrl: z.string().describe('Base address of the interface that keys are for.'),
    clientAddress: z.string().nullable().describe('Address that this call came from, null when not known.'),
  }),
  examples: {
    request: {},
    answer: {
      session: SESSION_EXAMPLE,
      interfaceUrl: 'http://127.0.0.1:8080',
      clientAddress: '203.0.113.7',
    },
  },
});
