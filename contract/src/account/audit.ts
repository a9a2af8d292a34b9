/** The audit log. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { requestId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { instant } from '../shared/values.ts';
import { actor, auditId, timeRange } from './fields.ts';

const state = () =>
  z.record(z.string(), z.unknown()).nullable().describe('The members that changed; never a secret.');

const auditEntry = z.strictObject({
  auditId: auditId(),
  at: instant(),
  actor: actor(),
  action: z.string().describe('What was done, as the operation is named: `keys/create`.'),
  target: z.string().describe('Id of what it was done to.'),
  before: state(),
  after: state(),
  address: z.string().nullable().describe('Address the change came from.'),
  requestId: requestId().nullable(),
});

export const listAudit = defineOperatorOperation({
  name: 'audit/list',
  role: 'read-only',
  summary: 'List audit entries',
  description:
    'Every change made by people, and what the service found that a person must see, the newest first. Entries are never changed or removed.',
  input: z.strictObject({
    ...timeRange(),
    actor: z.string().min(1).max(200).optional().describe('Only entries of this actor.'),
    action: z.string().min(1).max(64).optional().describe('Only this action.'),
    target: z.string().min(1).max(200).optional().describe('Only entries about this id.'),
    page: pageInput(500, 100),
  }),
  output: z.strictObject({ entries: z.array(auditEntry), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { action: 'keys/update' },
    answer: {
      entries: [
        {
          auditId: 'aud_01J9ZD8K5M',
          at: '2026-07-02T10:15:00Z',
          actor: 'operator-token',
          action: 'keys/update',
          target: '4Zk81mQpXr2T',
          before: { limits: { perMinute: 600 } },
          after: { limits: { perMinute: 1_200 } },
          address: '203.0.113.7',
          requestId: 'req_01J9ZD8K5N',
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});
