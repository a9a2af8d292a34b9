import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { keyId } from '../../shared/ids.ts';
import { KEY_EXAMPLE, key } from './key.ts';

export const showKey = defineOperatorOperation({
  name: 'keys/show',
  role: 'read-only',
  summary: 'Show one API key',
  description: 'One key with the last use of each of its secrets.',
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND'],
  examples: { request: { keyId: KEY_EXAMPLE.keyId }, answer: { key: KEY_EXAMPLE } },
});
