import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { keyId } from '../../shared/ids.ts';
import { KEY_EXAMPLE, key } from './key.ts';

export const disableKey = defineOperatorOperation({
  name: 'keys/disable',
  role: 'developer',
  summary: 'Disable an API key',
  description:
    'Stops the key on all nodes within a second. It can be enabled again; a production key needs the role admin and a fresh confirmation.',
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { keyId: KEY_EXAMPLE.keyId },
    answer: { key: { ...KEY_EXAMPLE, status: 'DISABLED' } },
  },
});
