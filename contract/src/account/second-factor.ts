/** The second factor of the person who is signed in. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { flag } from '../shared/values.ts';
import { password, secondFactorCode } from './fields.ts';

export const beginSecondFactor = defineOperatorOperation({
  name: 'second-factor/begin',
  role: 'read-only',
  summary: 'Begin to set up a second factor',
  description:
    'Makes a new secret for an authenticator app. Nothing changes until `second-factor/enable` proves that the app has it. A wrong password is 403.',
  input: z.strictObject({ password: password() }),
  output: z.strictObject({
    secret: z.string().describe('The secret in base32, to be typed. Shown once in this answer.'),
    uri: z.string().describe('The same as `otpauth://` address, for a QR code.'),
  }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { password: 'a long sentence of mine' },
    answer: {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Serai:ana%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Serai&digits=6&period=30',
    },
  },
});

export const enableSecondFactor = defineOperatorOperation({
  name: 'second-factor/enable',
  role: 'read-only',
  summary: 'Set up a second factor',
  description:
    'Takes a code of the secret that `second-factor/begin` made; a wrong one is 403. From then on signing in needs a code.',
  input: z.strictObject({ code: z.string().min(1).max(32).describe('Six digits of the authenticator.') }),
  output: z.strictObject({
    backupCodes: z
      .array(z.string())
      .describe('Each works once in place of a code. Shown once in this answer: keep them apart.'),
  }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: { request: { code: '123456' }, answer: { backupCodes: ['b7Tq2-Xc9fR', 'Kp4mW-z8LsD'] } },
});

export const disableSecondFactor = defineOperatorOperation({
  name: 'second-factor/disable',
  role: 'read-only',
  summary: 'Remove the second factor',
  description:
    'Needs the password and a code, or a backup code; a wrong one is 403. The backup codes are worth nothing afterwards.',
  input: z.strictObject({ password: password(), code: secondFactorCode() }),
  output: z.strictObject({ secondFactor: flag() }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { password: 'a long sentence of mine', code: '123456' },
    answer: { secondFactor: false },
  },
});
