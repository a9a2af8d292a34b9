/** Notices: conditions that the members of an organisation should know about. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { choice, flag, instant } from '../shared/values.ts';

/** What people are told of without asking. Kinds are added, never renamed or removed. */
export const NOTICE_KINDS = [
  'webhook.failing',
  'webhook.disabling_soon',
  'webhook.disabled',
  'limit.near',
  'limit.reached',
  'usage.unusual',
] as const;

const notice = z.strictObject({
  noticeId: z.string().describe('Notice id, `ntc_…`.'),
  kind: choice(NOTICE_KINDS),
  environment: environment().nullable().describe('Null where it concerns both.'),
  subjectId: z
    .string()
    .describe(
      'Id of what it is about: a webhook endpoint, for `limit.…` a key, for `usage.…` the organisation.',
    ),
  text: z.string().describe('For people, the reason included.'),
  at: instant(),
  endedAt: instant().nullable().describe('When it no longer held; null while it does.'),
});

export const listNotices = defineOperatorOperation({
  name: 'notices/list',
  role: 'read-only',
  summary: 'List notices',
  description: 'What people of the organisation should know, the newest first. A notice ends by itself.',
  input: z.strictObject({
    open: flag().optional().describe('True for those that still hold, and no others.'),
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
          kind: 'webhook.disabled',
          environment: 'production',
          subjectId: 'whk_01J9ZC4T3E',
          text: 'Webhook endpoint disabled: it answered 410.',
          at: '2026-07-02T10:15:00Z',
          endedAt: null,
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});
