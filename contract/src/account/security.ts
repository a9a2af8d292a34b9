/** Findings about API keys. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { keyId } from '../shared/ids.ts';
import { choice, flag, instant } from '../shared/values.ts';
import { keyName } from './key.ts';

/** What may be found against a key that works. Kinds are added, never renamed or removed. */
export const FINDING_KINDS = ['NO_EXPIRY', 'IDLE', 'NO_ADDRESS_LIST', 'OLD_SECRET', 'EVERY_SCOPE'] as const;

const finding = z.strictObject({
  kind: choice(FINDING_KINDS),
  keyId: keyId(),
  name: keyName(),
  environment: environment(),
  since: instant().describe(
    'The last use of an idle key, the making of an old secret; else the making of the key.',
  ),
  advice: z.string().describe('What to do, for people.'),
});

export const listFindings = defineOperatorOperation({
  name: 'security/findings',
  role: 'read-only',
  summary: 'List what makes keys less safe',
  description:
    'Active keys without expiry or address list, with every scope, not used for 90 days, or with a secret older than 90 days; production first. Nothing here stops a key.',
  input: z.strictObject({}),
  output: z.strictObject({
    findings: z.array(finding),
    complete: flag().describe(
      'False when there are more than 1,000 active keys: only the newest are judged.',
    ),
  }),
  examples: {
    request: {},
    answer: {
      findings: [
        {
          kind: 'NO_EXPIRY',
          keyId: '4Zk81mQpXr2T',
          name: 'Booking engine',
          environment: 'production',
          since: '2026-07-01T09:00:00Z',
          advice: 'Set an expiry, so that a forgotten key ends by itself.',
        },
      ],
      complete: true,
    },
  },
});
