import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { lineOfText } from '../shared/text.ts';
import { count, flag, instant } from '../shared/values.ts';
import { emailAddress, newPassword, password } from './fields.ts';

/** A person's account, which all memberships of the person share. */
export const account = z.strictObject({
  name: z.string(),
  email: z.string(),
  createdAt: instant(),
  passwordChangedAt: instant().nullable().describe('Null if the password was never changed.'),
  secondFactor: flag(),
  backupCodesLeft: count(0, 100).describe('Number of unused backup codes.'),
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
  permission: 'account:own',
  summary: 'Show your account',
  description:
    'Returns the account of the signed-in person. `account` is null for the operator token and for sessions opened with a one-time link.',
  input: z.strictObject({}),
  output: z.strictObject({ account: account.nullable() }),
  examples: { request: {}, answer: { account: ACCOUNT_EXAMPLE } },
});

export const updateAccount = defineOperatorOperation({
  name: 'account/update',
  permission: 'account:own',
  summary: 'Change your account',
  description:
    'Changes only the given fields. The new email address replaces the old one for signing in. Changing it requires a step-up (`session/confirm`).',
  input: z.strictObject({ name: lineOfText(100).optional(), email: emailAddress().optional() }),
  output: z.strictObject({ account }),
  errors: ['INVALID_STATE'],
  examples: { request: { name: 'Ana Ruiz' }, answer: { account: ACCOUNT_EXAMPLE } },
});

export const changePassword = defineOperatorOperation({
  name: 'account/change-password',
  permission: 'account:own',
  summary: 'Change your password',
  description:
    'Requires the current password. A wrong password returns 403. All your other sessions end, and the cookie of this session is replaced.',
  input: z.strictObject({ currentPassword: password(), newPassword: newPassword() }),
  output: z.strictObject({
    sessionsEnded: count(0, 1_000_000).describe('Number of other sessions that were ended.'),
  }),
  errors: ['RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { currentPassword: 'a long sentence of mine', newPassword: 'another long sentence' },
    answer: { sessionsEnded: 1 },
  },
});
