import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { keyId } from '../shared/ids.ts';
import { choice, flag, instant } from '../shared/values.ts';
import { anyPartner } from './fields.ts';
import { keyName } from './key.ts';

/** New kinds may be added. Existing kinds are never renamed or removed. */
export const FINDING_KINDS = ['NO_EXPIRY', 'IDLE', 'NO_ADDRESS_LIST', 'OLD_SECRET', 'EVERY_SCOPE'] as const;

const finding = z.strictObject({
  kind: choice(FINDING_KINDS),
  keyId: keyId(),
  name: keyName(),
  environment: environment(),
  since: instant().describe(
    'For IDLE, when the key was last used, or created if it was never used. For OLD_SECRET, when the secret was created. Otherwise, when the key was created.',
  ),
  advice: z.string().describe('Recommended action, as human-readable text.'),
});

export const listFindings = defineOperatorOperation({
  name: 'security/findings',
  permission: 'security:view',
  partner: 'optional',
  summary: 'List security findings about keys',
  description:
    'Returns active keys that have no expiry, no address list or every scope, that have not been used for 90 days, or whose secret is older than 90 days. Production keys come first. Findings do not affect the keys.',
  input: z.strictObject({ ...anyPartner() }),
  output: z.strictObject({
    findings: z.array(finding),
    complete: flag().describe(
      'False if there are more than 1,000 active keys. Only the newest 1,000 are checked.',
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
          advice: 'Set an expiry, so that a forgotten key stops working.',
        },
      ],
      complete: true,
    },
  },
});
