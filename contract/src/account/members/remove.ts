import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { memberId } from '../account-ids.ts';
import { MEMBER_EXAMPLE } from './member.ts';

export const removeMember = defineOperatorOperation({
  name: 'members/remove',
  role: 'admin',
  summary: 'Remove a member',
  description:
    'Takes the person out of the organisation and ends their sessions in it. Keys they made go on working. Who belongs to no other organisation loses the account with it. Only an owner removes owners, and the last owner stays.',
  input: z.strictObject({ memberId: memberId() }),
  output: z.strictObject({ memberId: memberId() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { memberId: MEMBER_EXAMPLE.memberId },
    answer: { memberId: MEMBER_EXAMPLE.memberId },
  },
});
