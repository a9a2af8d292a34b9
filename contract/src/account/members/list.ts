import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { MEMBER_EXAMPLE, member, memberRole } from './member.ts';

export const listMembers = defineOperatorOperation({
  name: 'members/list',
  role: 'read-only',
  summary: 'List members',
  description: 'The people of the organisation, by address.',
  input: z.strictObject({ role: memberRole().optional(), page: pageInput(200, 50) }),
  output: z.strictObject({ members: z.array(member), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { role: 'developer' },
    answer: { members: [MEMBER_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});
