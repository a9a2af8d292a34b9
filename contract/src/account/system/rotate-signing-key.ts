import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { SIGNING_KEY_EXAMPLE, signingKey } from './signing-key.ts';

export const rotateSigningKey = defineOperatorOperation({
  name: 'system/rotate-signing-key',
  role: 'admin',
  staff: true,
  summary: 'Rotate the signing key',
  description:
    'Publishes a new key now and lets it sign 15 minutes later, so that no request fails. While one already waits, it answers with that one.',
  input: z.strictObject({}),
  output: z.strictObject({ signingKey }),
  examples: {
    request: {},
    answer: {
      signingKey: {
        ...SIGNING_KEY_EXAMPLE,
        next: { kid: 'sig_01J9ZD8K5M', from: '2026-07-02T10:30:00Z' },
      },
    },
  },
});
