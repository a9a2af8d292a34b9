/** Operations for people who forgot their password. They need no credentials. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { flag } from '../shared/values.ts';
import { emailAddress, newPassword } from './fields.ts';
import { linkToken } from './session.ts';

export const sessionOptions = defineOperatorOperation({
  name: 'session/options',
  permission: 'account:own',
  public: true,
  summary: 'Show how people can sign in',
  description: 'Returns the options that the sign-in page can offer.',
  input: z.strictObject({}),
  output: z.strictObject({
    passwordReset: flag().describe('Whether a forgotten password can be reset by email.'),
  }),
  examples: { request: {}, answer: { passwordReset: true } },
});

export const forgotPassword = defineOperatorOperation({
  name: 'session/forgot-password',
  permission: 'account:own',
  public: true,
  summary: 'Request a password reset by email',
  description:
    'Sends an email with a one-time link that is valid for an hour. The response is the same whether or not the address has an account. An address gets at most one email per quarter of an hour. Returns 409 `INVALID_STATE` if the installation does not send email.',
  input: z.strictObject({ email: emailAddress() }),
  output: z.strictObject({ accepted: z.literal(true) }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: { request: { email: 'ana@example.com' }, answer: { accepted: true } },
});

export const resetPassword = defineOperatorOperation({
  name: 'session/reset-password',
  permission: 'account:own',
  public: true,
  summary: 'Reset a password with a link',
  description:
    'Sets a new password with the token of a reset email and ends all sessions of the person. The second factor stays unchanged. An unknown, used or expired token returns 401.',
  input: z.strictObject({
    token: linkToken(),
    password: newPassword(),
  }),
  output: z.strictObject({ email: emailAddress().describe('The address to sign in with.') }),
  errors: ['RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { token: '<token>', password: 'a long sentence of mine' },
    answer: { email: 'ana@example.com' },
  },
});
