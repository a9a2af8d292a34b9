import { z } from 'zod';
import { instant } from '../../shared/values.ts';

export const signingKey = z
  .strictObject({
    kid: z.string().describe('Id of the key that signs now.'),
    since: instant().describe('When it began to sign.'),
    next: z
      .strictObject({ kid: z.string(), from: instant().describe('When it will begin to sign.') })
      .nullable()
      .describe('The key that is published and waits; null while none is.'),
    rotatesAt: instant().describe('When the next planned rotation is due.'),
  })
  .describe('The key that signs the tokens between gateway and backend.');

export type SigningKeyStatus = z.input<typeof signingKey>;

export const SIGNING_KEY_EXAMPLE = {
  kid: 'sig_01J9ZC4T3E',
  since: '2026-07-01T09:00:00Z',
  next: null,
  rotatesAt: '2026-07-31T09:00:00Z',
} satisfies SigningKeyStatus;
