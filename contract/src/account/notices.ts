import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { partnerId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { choice, flag, instant } from '../shared/values.ts';
import { anyPartner } from './fields.ts';

/** New kinds may be added. Existing kinds are never renamed or removed. */
export const NOTICE_KINDS = [
  'webhook.failing',
  'webhook.disabling_soon',
  'webhook.disabled',
  'limit.near',
  'limit.reached',
  'usage.unusual',
  'billing.rate_missing',
  'billing.schedule_failed',
  'provider.budget_near',
  'provider.budget_reached',
  'provider.price_alarms',
] as const;

const notice = z.strictObject({
  noticeId: z.string().describe('Notice ID (`ntc_…`).'),
  partnerId: partnerId().nullable().describe('Null if the notice concerns the operator.'),
  kind: choice(NOTICE_KINDS),
  environment: environment().nullable().describe('Null if the notice concerns both environments.'),
  subjectId: z
    .string()
    .describe(
      'ID of the subject: a webhook endpoint, an API key (`limit.…`), the partner (`usage.…`), two currencies (`billing.rate_missing`), what was sent automatically (`billing.schedule_failed`: `statements` or `reminders`) or a provider (`provider.…`).',
    ),
  text: z.string().describe('Human-readable text, including the reason.'),
  at: instant(),
  endedAt: instant().nullable().describe('When the notice ended. Null while it is open.'),
});

export const listNotices = defineOperatorOperation({
  name: 'notices/list',
  permission: 'notices:view',
  partner: 'optional',
  summary: 'List notices',
  description:
    'Returns notices, newest first. A notice ends when its condition no longer applies, when a newer notice replaces it or, for some kinds, after an hour or a day.',
  input: z.strictObject({
    ...anyPartner(),
    open: flag().optional().describe('If true, only notices that have not ended.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ notices: z.array(notice), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { open: true },
    answer: {
      notices: [
        {
          noticeId: 'ntc_01J9ZD8K5M',
          partnerId: 'prt_01J9ZC4T3E',
          kind: 'webhook.disabled',
          environment: 'production',
          subjectId: 'whk_01J9ZC4T3E',
          text: 'Webhook endpoint disabled because it returned 410.',
          at: '2026-07-02T10:15:00Z',
          endedAt: null,
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});
