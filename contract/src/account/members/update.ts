import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { lineOfText } from '../../shared/text.ts';
import { memberId } from '../account-ids.ts';
import { MEMBER_EXAMPLE, member, memberRole } from './member.ts';

export const updateMember = defineOperatorOperation({
  name: 'members/update',
  role: 'admin',
  summary: 'Change a member',
  description:
    'Changes only the members it names. A new role acts at the next call, and ends the sessions of the member. Only an owner makes or changes owners, and the last owner stays one; making owners and admins needs a session/confirm of the last 10 minutes.',
  input: z.strictObject({
    memberId: memberId(),
    name: lineOfText(100).optional(),
    role: memberRole().optional(),
  }),
  output: z.strictObject({ member }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { memberId: MEMBER_EXAMPLE.memberId, role: 'admin' },
    answer: { member: { ...MEMBER_EXAMPLE, role: 'admin' } },
  },
});
