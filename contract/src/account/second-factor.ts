import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { flag } from '../shared/values.ts';
import { password, secondFactorCode } from './fields.ts';

export const beginSecondFactor = defineOperatorOperation({
  name: 'second-factor/begin',
  permission: 'account:own',
  summary: 'Start setting up a second factor',
  description:
    'Creates a new secret for an authenticator app. The second factor is not active until `second-factor/enable` receives a valid code. A wrong password returns 403.',
  input: z.strictObject({ password: password() }),
  output: z.strictObject({
    secret: z.string().describe('The secret in base32, for manual entry. Returned only in this response.'),
    uri: z.string().describe('The same secret as an `otpauth://` URI, for a QR code.'),
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
  permission: 'account:own',
  summary: 'Enable the second factor',
  description:
    'Requires a code generated from the secret of `second-factor/begin`; a wrong code returns 403. From then on, signing in requires a code.',
  input: z.strictObject({
    code: z.string().min(1).max(32).describe('The six-digit code from the authenticator app.'),
  }),
  output: z.strictObject({
    backupCodes: z
      .array(z.string())
      .describe(
        'Each backup code works once in place of a code. Returned only in this response. Store them in a safe place.',
      ),
  }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: { request: { code: '123456' }, answer: { backupCodes: ['b7Tq2-Xc9fR', 'Kp4mW-z8LsD'] } },
});

export const disableSecondFactor = defineOperatorOperation({
  name: 'second-factor/disable',
  permission: 'account:own',
  summary: 'Remove the second factor',
  description:
    'Requires the password and a code or backup code. If either is wrong, the response is 403. All backup codes become invalid.',
  input: z.strictObject({ password: password(), code: secondFactorCode() }),
  output: z.strictObject({ secondFactor: flag() }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { password: 'a long sentence of mine', code: '123456' },
    answer: { secondFactor: false },
  },
});
