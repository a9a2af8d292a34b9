import {
  inviteMember,
  listMembers,
  type member,
  removeMember,
  updateMember,
} from '@serai/contract/account/members.ts';
import { createLink, endSession, listSessions } from '@serai/contract/account/session.ts';
import type { z } from 'zod';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import type { Style } from '../text/style.ts';
import { table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';

type Member = z.output<typeof member>;

export const SIGN_IN_COMMANDS: readonly Command[] = [
  operationCommand(createLink, {
    name: 'sign-in',
    note: 'Anyone who has the link can sign in with it.',
    examples: [
      'serai sign-in',
      'serai sign-in --role developer',
      'serai sign-in --partner prt_01J9ZC4T3E --role partner-viewer',
    ],
    render: ({ role, expiresAt, url }, { nowMs }) =>
      `Open this link to sign in as ${role}. You can use it once. It expires at ${timeText(expiresAt, nowMs)}.\n\n  ${url}\n`,
  }),
];

export const MEMBER_COMMANDS: readonly Command[] = [
  operationCommand(listMembers, {
    examples: [
      'serai members list',
      'serai members list --partner prt_01J9ZC4T3E',
      'serai members list --role owner --json',
    ],
    render: ({ members }, { nowMs, style }) => memberTable(members, nowMs, style),
  }),
  operationCommand(inviteMember, {
    args: ['email'],
    options: {
      role: {
        required: false,
        description: 'Role of the person. Default: developer, or partner-developer with --partner.',
      },
    },
    complete: ({ role, partnerId }) => ({
      role: role ?? (partnerId === undefined ? 'developer' : 'partner-developer'),
    }),
    examples: [
      'serai members invite ana@example.com --role support',
      'serai members invite ivo@northern.example --partner prt_01J9ZC4T3E --role partner-admin',
    ],
    render: ({ member, expiresAt, signInLink }, { nowMs }) =>
      `${member.email} was invited as ${member.role}. The link can be used once. It expires at ${timeText(expiresAt, nowMs)}.\n\n  ${signInLink}\n`,
  }),
  operationCommand(updateMember, {
    render: ({ member }, { nowMs, style }) => memberTable([member], nowMs, style),
  }),
  operationCommand(removeMember, {
    confirm: { question: ({ input }) => `Remove the member ${input.memberId}? [y/N] ` },
    render: ({ memberId }) => `The member ${memberId} was removed.\n`,
  }),
];

export const SESSION_COMMANDS: readonly Command[] = [
  operationCommand(listSessions, {
    name: 'sessions list',
    examples: ['serai sessions list', 'serai sessions list --member mbr_01J9ZC4T3E'],
    render: ({ sessions }, { nowMs, style }) =>
      table(
        ['SESSION', 'USER', 'ROLE', 'ADDRESS', 'LAST SEEN', 'ENDS'],
        sessions.map(each => [
          each.sessionId,
          each.actor,
          each.role,
          each.address ?? '',
          timeText(each.lastSeenAt, nowMs),
          timeText(each.expiresAt, nowMs),
        ]),
        style,
      ),
  }),
  operationCommand(endSession, {
    name: 'sessions end',
    render: ({ sessionId }) => `The session ${sessionId} has ended.\n`,
  }),
];

function memberTable(members: readonly Member[], nowMs: number, style: Style): string {
  const rows = members.map(each => [
    each.memberId,
    each.email,
    each.name ?? '',
    each.role,
    { text: each.status, style: each.status === 'ACTIVE' ? style.good : style.warn },
    each.secondFactor ? 'yes' : 'no',
    each.lastSignInAt === null ? 'never' : timeText(each.lastSignInAt, nowMs),
  ]);
  const head = ['MEMBER', 'EMAIL', 'NAME', 'ROLE', 'STATUS', 'SECOND FACTOR', 'LAST SIGN-IN'];
  return table(head, rows, style);
}
