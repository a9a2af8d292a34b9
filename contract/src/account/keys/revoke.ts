import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { keyId } from '../../shared/ids.ts';
import { KEY_EXAMPLE, key } from './key.ts';

export const revokeKey = defineOperatorOperation({
  name: 'keys/revoke',
  role: 'developer',
  summary: 'Revoke an API key',
  description:
    'Stops the key for good, on all nodes within a second. Revoking it again changes nothing. A production key needs the role admin and a fresh confirmation.',
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { keyId: KEY_EXAMPLE.keyId },
    answer: { key: { ...KEY_EXAMPLE, status: 'REVOKED', secrets: [] } },
  },
});
