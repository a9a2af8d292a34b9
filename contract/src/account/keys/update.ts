import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { keyId } from '../../shared/ids.ts';
import { allowedAddresses, KEY_EXAMPLE, key, keyExpiry, keyLimitsInput, keyName, keyScopes } from './key.ts';

export const updateKey = defineOperatorOperation({
  name: 'keys/update',
  role: 'developer',
  summary: 'Change an API key',
  description:
    'Changes only the members it names; `expiresAt: null` removes the expiry. It acts on all nodes within a second. A production key needs the role admin and a fresh confirmation; a revoked key cannot be changed. Nobody but the operator raises a limit above the ceiling of the organisation.',
  input: z.strictObject({
    keyId: keyId(),
    name: keyName().optional(),
    scopes: keyScopes().optional(),
    allowedAddresses: allowedAddresses().optional(),
    limits: keyLimitsInput().optional(),
    expiresAt: keyExpiry().optional(),
  }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { keyId: KEY_EXAMPLE.keyId, allowedAddresses: ['203.0.113.0/24'], limits: { perMinute: 600 } },
    answer: { key: KEY_EXAMPLE },
  },
});
