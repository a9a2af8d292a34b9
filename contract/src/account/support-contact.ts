/** How to reach the support of a provider. Only staff see it. */
import { z } from 'zod';
import { lineOfText, linesOfText } from '../shared/text.ts';
import { MAX_SUPPORT_LENGTHS as MAX } from './company-limits.ts';
import { emailAddress } from './fields.ts';

const fields = () => ({
  email: emailAddress().nullable().describe('Email address of the support team.'),
  phone: lineOfText(MAX.phone)
    .refine(text => /^\+?[\d ()./-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 3, {
      error: 'Use a phone number, for example +34 910 000 000.',
      params: { code: 'INVALID_VALUE' },
    })
    .nullable()
    .describe('Phone number of the support team.'),
  website: z
    .url({ protocol: /^https?$/, error: 'Use a URL that starts with https:// or http://.' })
    .max(MAX.website)
    .nullable()
    .describe("URL of the provider's support pages."),
  note: linesOfText(MAX.note)
    .nullable()
    .describe('What your staff need to know, for example `Open 24 hours, quote the booking reference`.'),
});

export const supportContact = () =>
  z
    .strictObject(fields())
    .describe('How your staff reach the support of the provider. Partners never see it.');

export const supportContactInput = () => {
  const { email, phone, website, note } = fields();
  return z
    .strictObject({
      email: email.optional(),
      phone: phone.optional(),
      website: website.optional(),
      note: note.optional(),
    })
    .describe(
      'How your staff reach the support of the provider. Omitted fields stay unchanged, and null clears a field.',
    );
};

export type SupportContact = z.output<ReturnType<typeof supportContact>>;

export const NO_SUPPORT_CONTACT: SupportContact = { email: null, phone: null, website: null, note: null };
