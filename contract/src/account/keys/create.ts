import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import {
  allowedAddresses,
  CLEAR_SECRET_EXAMPLE,
  clearSecret,
  KEY_EXAMPLE,
  key,
  keyExpiry,
  keyLimitsInput,
  keyName,
  keyScopes,
} from './key.ts';

export const createKey = defineOperatorOperation({
  name: 'keys/create',
  role: 'developer',
  summary: 'Create an API key',
  description:
    'Makes a key and shows its secret once. A developer makes sandbox keys; a production key needs the role admin and a fresh confirmation. Limits above the ceilings of the organisation are refused, and so is a key beyond their number (INVALID_STATE); the operator may exceed both.',
  input: z.strictObject({
    name: keyName(),
    environment: environment(),
    scopes: keyScopes(),
    allowedAddresses: allowedAddresses().optional(),
    limits: keyLimitsInput().optional(),
    expiresAt: keyExpiry().optional(),
  }),
  output: z.strictObject({ key, secret: clearSecret() }),
  errors: ['INVALID_STATE'],
  examples: {
    request: {
      name: 'Booking engine',
      environment: 'production',
      scopes: ['hotels:search', 'hotels:quote', 'hotels:book'],
      allowedAddresses: ['203.0.113.0/24'],
      expiresAt: '2027-06-30T00:00:00Z',
    },
    answer: { key: KEY_EXAMPLE, secret: CLEAR_SECRET_EXAMPLE },
  },
});
