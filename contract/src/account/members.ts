import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { ROLES } from '../roles.ts';
import { hotelId, partnerId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { lineOfText } from '../shared/text.ts';
import { choice, flag, instant } from '../shared/values.ts';
import { emailAddress, memberId, peopleOf } from './fields.ts';

export const memberRole = () =>
  choice(ROLES).describe(
    'Staff have one of the roles owner, admin, support, revenue, finance, developer and viewer. Partner users have one of the roles partner-admin, partner-developer and partner-viewer.',
  );

const MAX_MEMBER_HOTELS = 1_000;

const memberHotels = () =>
  z
    .array(hotelId())
    .min(1)
    .max(MAX_MEMBER_HOTELS)
    .nullable()
    .describe(
      'Hotels whose inventory, pricing rules and mappings the member may change. Only for the role revenue. Null for all hotels.',
    );

export const member = z.strictObject({
  memberId: memberId(),
  partnerId: partnerId().nullable().describe('Null for staff.'),
  email: emailAddress(),
  name: z.string().nullable(),
  role: memberRole(),
  hotels: memberHotels(),
  status: choice(['INVITED', 'ACTIVE']),
  secondFactor: flag().describe('Whether the member has a second factor.'),
  createdAt: instant(),
  lastSignInAt: instant().nullable(),
});

export const MEMBER_EXAMPLE = {
  memberId: 'mbr_01J9ZC4T3E',
  partnerId: null,
  email: 'ana@example.com',
  name: 'Ana Ruiz',
  role: 'developer',
  hotels: null,
  status: 'ACTIVE',
  secondFactor: true,
  createdAt: '2026-07-01T09:00:00Z',
  lastSignInAt: '2026-07-02T10:15:00Z',
} satisfies z.input<typeof member>;

export const listMembers = defineOperatorOperation({
  name: 'members/list',
  permission: 'people:view',
  partner: 'people',
  summary: 'List members',
  description: 'Returns the staff, or the users of one partner, sorted by email address.',
  input: z.strictObject({ ...peopleOf(), role: memberRole().optional(), page: pageInput(200, 50) }),
  output: z.strictObject({ members: z.array(member), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { role: 'developer' },
    answer: { members: [MEMBER_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});

export const inviteMember = defineOperatorOperation({
  name: 'members/invite',
  permission: 'people:manage',
  partner: 'people',
  summary: 'Invite a member',
  description:
    'Adds a member and returns a link that can be used once and expires after 7 days. The person uses it to create an account, or to accept the invitation with an existing account. Inviting the same person again replaces the link. Only owners may invite owners. Inviting someone who can manage people requires a step-up (`session/confirm`). The users of a partner may together send 50 invitations a day.',
  input: z.strictObject({
    ...peopleOf(),
    email: emailAddress(),
    name: lineOfText(100).optional().describe('Name of the member.'),
    role: memberRole(),
    hotels: memberHotels().optional(),
  }),
  output: z.strictObject({
    member,
    signInLink: z
      .string()
      .describe('One-time link, returned only in this response. Send it over a private channel.'),
    expiresAt: instant().describe('When the link expires.'),
    mailed: flag().describe('Whether the link is also sent to the person by email.'),
  }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { email: 'ana@example.com', name: 'Ana Ruiz', role: 'developer' },
    answer: {
      member: { ...MEMBER_EXAMPLE, status: 'INVITED', secondFactor: false, lastSignInAt: null },
      signInLink: 'https://dashboard.example.com/sign-in#<token>',
      expiresAt: '2026-07-09T10:15:00Z',
      mailed: false,
    },
  },
});

export const updateMember = defineOperatorOperation({
  name: 'members/update',
  permission: 'people:manage',
  partner: ['memberId'],
  summary: 'Change a member',
  description:
    'Changes only the given fields. A new role ends the sessions of the member, who must sign in again. Only owners may appoint or change owners, and the last owner cannot be demoted. Appointing someone who can manage people requires a step-up (`session/confirm`).',
  input: z.strictObject({
    memberId: memberId(),
    name: lineOfText(100).optional().describe('Name of the member.'),
    role: memberRole().optional(),
    hotels: memberHotels().optional(),
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
  permission: 'people:manage',
  partner: ['memberId'],
  summary: 'Remove a member',
  description:
    'Removes the person from the staff or the partner and ends their sessions there. API keys that they created keep working. If the person has no other membership, the account is deleted. Only owners may remove owners. The last owner cannot be removed.',
  input: z.strictObject({ memberId: memberId() }),
  output: z.strictObject({ memberId: memberId() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { memberId: MEMBER_EXAMPLE.memberId },
    answer: { memberId: MEMBER_EXAMPLE.memberId },
  },
});
