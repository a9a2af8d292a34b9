import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { keyId } from '../../shared/ids.ts';
import { count } from '../../shared/values.ts';
import { CLEAR_SECRET_EXAMPLE, clearSecret, KEY_EXAMPLE, key, SECRET_EXAMPLE } from './key.ts';

/** Both secrets work for a day unless the request says otherwise. */
export const DEFAULT_OVERLAP_SECONDS = 86_400;
const MAX_OVERLAP_SECONDS = 604_800;

export const rotateKey = defineOperatorOperation({
  name: 'keys/rotate',
  role: 'developer',
  summary: 'Give an API key a new secret',
  description:
    'The key keeps its id, scopes, limits and counters. The old secret works until the overlap ends, never past the expiry of the key; at most two secrets work at a time, so an older overlap ends now. A production key needs the role admin and a fresh confirmation.',
  input: z.strictObject({
    keyId: keyId(),
    overlapSeconds: count(0, MAX_OVERLAP_SECONDS)
      .default(DEFAULT_OVERLAP_SECONDS)
      .describe(
        `Seconds the old secret still works, ${DEFAULT_OVERLAP_SECONDS} when absent, 0 to end it now.`,
      ),
  }),
  output: z.strictObject({ key, secret: clearSecret() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { keyId: KEY_EXAMPLE.keyId, overlapSeconds: 3_600 },
    answer: {
      key: {
        ...KEY_EXAMPLE,
        display: 'serai_live_4Zk81mQpXr2T_Pw3x…',
        secrets: [
          {
            secretId: 'sec_01J9ZD8K5M',
            start: 'Pw3x',
            createdAt: '2026-09-28T08:00:00Z',
            validUntil: null,
            lastUsed: null,
          },
          { ...SECRET_EXAMPLE, validUntil: '2026-09-28T09:00:00Z' },
        ],
      },
      secret: CLEAR_SECRET_EXAMPLE,
    },
  },
});
