import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { lineOfText } from '../../shared/text.ts';
import { instant } from '../../shared/values.ts';
import { MEMBER_EXAMPLE, member, memberEmail, memberRole } from './member.ts';

export const inviteMember = defineOperatorOperation({
  name: 'members/invite',
  role: 'admin',
  summary: 'Invite a member',
  description:
    'Adds a person and makes a link for them that works once, within 7 days: with it they create an account, or accept with the one they have. Inviting an invited person again makes a new link and ends the old one. Only an owner invites owners; inviting owners and admins needs a session/confirm of the last 10 minutes.',
  input: z.strictObject({
    email: memberEmail(),
    name: lineOfText(100).optional(),
    role: memberRole(),
  }),
  output: z.strictObject({
    member,
    signInLink: z.string().describe('One-time link, shown once in this answer. Pass it on in private.'),
    expiresAt: instant().describe('Until when the link works.'),
  }),
  errors: ['INVALID_STATE'],
  examples: {
    request: { email: 'ana@example.com', name: 'Ana Ruiz', role: 'developer' },
    answer: {
      member: { ...MEMBER_EXAMPLE, status: 'INVITED', secondFactor: false, lastSignInAt: null },
      signInLink: 'https://dashboard.example.com/sign-in#<token>',
      expiresAt: '2026-07-09T10:15:00Z',
    },
  },
});
