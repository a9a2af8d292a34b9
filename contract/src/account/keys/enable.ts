import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { keyId } from '../../shared/ids.ts';
import { KEY_EXAMPLE, key } from './key.ts';

export const enableKey = defineOperatorOperation({
  name: 'keys/enable',
  role: 'developer',
  summary: 'Enable a disabled API key',
  description:
    'Lets a disabled key work again. A revoked key stays revoked; a production key needs the role admin and a fresh confirmation.',
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: { keyId: KEY_EXAMPLE.keyId }, answer: { key: KEY_EXAMPLE } },
});
