import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { keyId } from '../../shared/ids.ts';
import { KEY_EXAMPLE, key } from './key.ts';

export const endKeyOverlap = defineOperatorOperation({
  name: 'keys/end-overlap',
  role: 'developer',
  summary: 'End the overlap of a rotated API key',
  description:
    'Stops the older secret now. Without an overlap it changes nothing. A production key needs the role admin and a fresh confirmation.',
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: { keyId: KEY_EXAMPLE.keyId }, answer: { key: KEY_EXAMPLE } },
});
