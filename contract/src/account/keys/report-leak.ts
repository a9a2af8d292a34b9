import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { keyId } from '../../shared/ids.ts';
import { choice } from '../../shared/values.ts';
import { KEY_EXAMPLE, keyName } from './key.ts';

export const reportLeakedKey = defineOperatorOperation({
  name: 'keys/report-leak',
  role: 'developer',
  summary: 'Report a leaked API key',
  description:
    'Takes a whole key and revokes it at once, on all nodes within a second, whoever it belongs to: whoever has it could use it. The key is neither kept nor logged.',
  input: z.strictObject({
    key: z.string().min(1).max(4_096).describe('The whole key; text around it does not matter.'),
  }),
  output: z.strictObject({
    outcome: choice(['REVOKED', 'ENDED_BEFORE', 'UNKNOWN']).describe(
      'ENDED_BEFORE when the key was revoked or its secret replaced already; UNKNOWN when no key matches.',
    ),
    key: z
      .strictObject({
        keyId: keyId(),
        name: keyName(),
        environment: environment(),
        display: z.string().describe('The key without its secret.'),
      })
      .nullable()
      .describe('Null when none matches, or when it belongs to another organisation.'),
  }),
  examples: {
    request: { key: 'serai_live_4Zk81mQpXr2T_<secret>' },
    answer: {
      outcome: 'REVOKED',
      key: {
        keyId: KEY_EXAMPLE.keyId,
        name: KEY_EXAMPLE.name,
        environment: KEY_EXAMPLE.environment,
        display: KEY_EXAMPLE.display,
      },
    },
  },
});
