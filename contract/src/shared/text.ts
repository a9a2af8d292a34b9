/** Text that people write or read. None of it may be logged. */
import { z } from 'zod';
import { containsCardNumber } from './card-number.ts';
import { languageTag, listCode } from './values.ts';

// Control characters, halves of a surrogate pair, and characters that change the direction of what follows them.
const UNSAFE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/** One line of text: a name, a label. Control and direction characters are refused. */
export const lineOfText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine(text => !UNSAFE.test(text), {
      error: 'Control and direction characters are not allowed.',
      params: { code: 'CONTROL_CHARACTER' },
    })
    .refine(text => text.trim() !== '', { error: 'Must not be blank.', params: { code: 'BLANK' } });

/** Several lines of free text. */
export const freeText = (max: number) => z.string().max(max);

// No text may be longer; one that is fails by its length and is not worth a scan.
const LONGEST_TEXT = 4_000;

/** Text that a traveller or an agent typed. A card number in it is refused, and the message does not repeat it. */
export const withoutCardNumber = (text: z.ZodString) =>
  text.refine(value => value.length > LONGEST_TEXT || !containsCardNumber(value), {
    error: 'This looks like a payment card number. Remove it: card data is never accepted.',
    params: { code: 'CARD_NUMBER' },
  });

/** A text with the language it is really in, which may be a fallback of the one asked for. */
export const localisedText = () => z.strictObject({ text: z.string(), language: languageTag() });

/** A text of a known kind, with the language it is really in. */
export const codedText = () =>
  z.strictObject({ code: listCode(), text: z.string(), language: languageTag() });
