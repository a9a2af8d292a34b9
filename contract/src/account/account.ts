/** The account of the person who is signed in. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { lineOfText } from '../shared/text.ts';
import { count, flag, instant } from '../shared/values.ts';
import { newPassword, password } from './fields.ts';
import { memberEmail } from './members.ts';

/** What a person keeps for themselves, whatever organisation they act in. */
export const account = z.strictObject({
  name: z.string(),
  email: z.string(),
  createdAt: instant(),
  passwordChangedAt: instant().nullable().describe('Null while it is the first one.'),
  secondFactor: flag(),
  backupCodesLeft: count(0, 100).describe('Backup codes that were not used yet.'),
});

export const ACCOUNT_EXAMPLE = {
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  createdAt: '2026-07-01T09:00:00Z',
  passwordChangedAt: null,
  secondFactor: true,
  backupCodesLeft: 10,
} satisfies z.input<typeof account>;

export const showAccount = defineOperatorOperation({
  name: 'account/show',
  role: 'read-only',
  summary: 'Show your account',
  description: 'The person behind the session. A one-time link and the operator token have none.',
  input: z.strictObject({}),
  output: z.strictObject({ account: account.nullable() }),
  examples: { request: {}, answer: { account: ACCOUNT_EXAMPLE } },
});

export const updateAccount = defineOperatorOperation({
  name: 'account/update',
  role: 'read-only',
  summary: 'Change your account',
  description:
    'Changes only the members it names. A new email address is what you sign in with from then on; it needs a fresh `session/confirm`.',
  input: z.strictObject({ name: lineOfText(100).optional(), email: memberEmail().optional() }),
  output: z.strictObject({ account }),
  errors: ['INVALID_STATE'],
  examples: { request: { name: 'Ana Ruiz' }, answer: { account: ACCOUNT_EXAMPLE } },
});

export const changePassword = defineOperatorOperation({
  name: 'account/change-password',
  role: 'read-only',
  summary: 'Change your password',
  description:
    'Needs the present one; a wrong one is 403. It ends all your other sessions and replaces the cookie of this one.',
  input: z.strictObject({ currentPassword: password(), newPassword: newPassword() }),
  output: z.strictObject({ sessionsEnded: count(0, 1_000_000).describe('Other sessions that ended.') }),
  errors: ['RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { currentPassword: 'a long sentence of mine', newPassword: 'another long sentence' },
    answer: { sessionsEnded: 1 },
  },
});
