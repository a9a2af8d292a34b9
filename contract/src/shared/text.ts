/** Text that people write or read. It must never be logged. */
import { z } from 'zod';
import { containsCardNumber } from './card-number.ts';
import { languageTag, listCode } from './values.ts';

// Control characters, unpaired surrogates, and characters that change the text direction.
const UNSAFE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

export const MAX_LINES = 8;

const safeText = (text: z.ZodString, max: number, isSafe: (text: string) => boolean) =>
  text
    .min(1)
    .max(max)
    .refine(isSafe, {
      error: 'Control and text direction characters are not allowed.',
      params: { code: 'CONTROL_CHARACTER' },
    })
    .refine(value => value.trim() !== '', { error: 'Must not be blank.', params: { code: 'BLANK' } });

/** A single line of text, such as a name or a label. Control and direction characters are rejected. */
export const lineOfText = (max: number) =>
  safeText(z.string(), max, text => !UNSAFE.test(text)).meta({ pattern: '\\S' });

/**
 * A few lines of text, such as an address. Control characters except line breaks, and direction characters, are
 * rejected. Windows line breaks become simple ones.
 */
export const linesOfText = (max: number) =>
  safeText(
    z.string().overwrite(text => text.replaceAll('\r\n', '\n')),
    max,
    text => !UNSAFE.test(text.replaceAll('\n', '')),
  )
    .refine(text => text.split('\n').length <= MAX_LINES, {
      error: `Use at most ${MAX_LINES} lines.`,
      params: { code: 'TOO_BIG' },
    })
    .meta({ pattern: '\\S' });

/** A text to search for. NUL and unpaired surrogates cannot be stored, so nothing could match them. */
export const searchText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(text => !/[\p{Cc}\p{Cs}]/u.test(text), {
      error: 'Control characters are not allowed.',
      params: { code: 'CONTROL_CHARACTER' },
    });

export const freeText = (max: number) => z.string().max(max);

// Longer texts fail the length check anyway, so they are not scanned.
const LONGEST_TEXT = 4_000;

/**
 * Text typed by a traveller or an agent. It is rejected if it contains a card number. The message does not
 * repeat the number.
 */
export const withoutCardNumber = (text: z.ZodString) =>
  text.refine(value => value.length > LONGEST_TEXT || !containsCardNumber(value), {
    error: 'This looks like a payment card number. Remove it: card data is never accepted.',
    params: { code: 'CARD_NUMBER' },
  });

/** A text with its actual language, which may be a fallback for the requested one. */
export const localisedText = () => z.strictObject({ text: z.string(), language: languageTag() });

export const codedText = () =>
  z.strictObject({ code: listCode(), text: z.string(), language: languageTag() });
