import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { partnerId, requestId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { instant } from '../shared/values.ts';
import { actor, anyPartner, auditId, timeRange } from './fields.ts';

const state = () =>
  z.record(z.string(), z.unknown()).nullable().describe('The changed fields. Secrets are never included.');

export const auditEntry = z.strictObject({
  auditId: auditId(),
  partnerId: partnerId()
    .nullable()
    .describe('The partner that the entry concerns. Null if it concerns the operator.'),
  at: instant(),
  actor: actor(),
  action: z
    .string()
    .describe(
      'Name of the operation, for example `keys/create`, or of a finding, for example `syncs/failed`.',
    ),
  target: z.string().describe('ID of the object that the entry is about.'),
  before: state(),
  after: state(),
  address: z
    .string()
    .nullable()
    .describe(
      'IP address from which the change was made. Partner users do not see it for changes that staff made.',
    ),
  requestId: requestId().nullable(),
});

export const AUDIT_ENTRY_EXAMPLE = {
  auditId: 'aud_01J9ZD8K5M',
  partnerId: 'prt_01J9ZC4T3E',
  at: '2026-07-02T10:15:00Z',
  actor: 'operator-token',
  action: 'keys/update',
  target: '4Zk81mQpXr2T',
  before: { limits: { perMinute: 600 } },
  after: { limits: { perMinute: 1_200 } },
  address: '203.0.113.7',
  requestId: 'req_01J9ZD8K5N',
} satisfies z.input<typeof auditEntry>;

export const listAudit = defineOperatorOperation({
  name: 'audit/list',
  permission: 'audit:view',
  partner: 'optional',
  summary: 'List audit entries',
  description:
    'Returns changes, sign-ins and exports by people, and findings of automatic checks, newest first. Entries are never changed or deleted.',
  input: z.strictObject({
    ...anyPartner(),
    ...timeRange(),
    actor: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Only entries by actors whose name begins like this, ignoring case. For partner users, `operator` selects the changes that staff made.',
      ),
    action: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe(
        'Only entries for this action, or for all actions of a kind, for example `keys` or `pricing/rules`.',
      ),
    target: z.string().min(1).max(200).optional().describe('Only entries about the object with this ID.'),
    targetPrefix: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Only entries about objects whose ID begins like this.'),
    page: pageInput(500, 100),
  }),
  output: z.strictObject({ entries: z.array(auditEntry), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { action: 'keys/update' },
    answer: {
      entries: [AUDIT_ENTRY_EXAMPLE],
      page: { nextCursor: null, hasMore: false },
    },
  },
});
