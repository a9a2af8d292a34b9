import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { password } from '../password.ts';

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
