/** The members of an organisation. */
import { z } from 'zod';
import { defineOperatorOperation, ROLES } from '../operator-operation.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { lineOfText } from '../shared/text.ts';
import { choice, flag, instant } from '../shared/values.ts';
import { memberId } from './fields.ts';

export const memberRole = () =>
  choice(ROLES).describe('Each role may do what the ones before it may: read-only, developer, admin, owner.');

export const memberEmail = () => z.email().max(254);

export const member = z.strictObject({
  memberId: memberId(),
  email: memberEmail(),
  name: z.string().nullable(),
  role: memberRole(),
  status: choice(['INVITED', 'ACTIVE']),
  secondFactor: flag().describe('Whether a second factor is set up.'),
  createdAt: instant(),
  lastSignInAt: instant().nullable(),
});

export const MEMBER_EXAMPLE = {
  memberId: 'mbr_01J9ZC4T3E',
  email: 'ana@example.com',
  name: 'Ana Ruiz',
  role: 'developer',
  status: 'ACTIVE',
  secondFactor: true,
  createdAt: '2026-07-01T09:00:00Z',
  lastSignInAt: '2026-07-02T10:15:00Z',
} satisfies z.input<typeof member>;

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
