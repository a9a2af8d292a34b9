import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { flag } from '../../shared/values.ts';
import { memberId } from '../account-ids.ts';
import { OPEN_SESSION_EXAMPLE, openSession } from './open-session.ts';

export const listSessions = defineOperatorOperation({
  name: 'session/list',
  role: 'read-only',
  summary: 'List open sessions',
  description:
    "The sessions that have not ended, the newest first. A person sees their own; an owner or admin may ask for a member's, or for everyone's in the organisation. The operator token always asks for everyone's.",
  input: z.strictObject({
    memberId: memberId()
      .optional()
      .describe('Only sessions of this member. Others than your own need admin.'),
    everyone: flag().optional().describe('All sessions in the organisation. Needs admin.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ sessions: z.array(openSession), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: {},
    answer: { sessions: [OPEN_SESSION_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});
