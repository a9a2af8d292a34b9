/** Text that people write or read. None of it may be logged. */
import { z } from 'zod';
import { languageTag } from './values.ts';

// Control characters, and characters that change the direction of what follows them.
const UNSAFE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** One line of text: a name, a label. Control and direction characters are refused. */
export const lineOfText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine(text => !UNSAFE.test(text), { error: 'Control and direction characters are not allowed.' })
    .refine(text => text.trim() !== '', { error: 'Must not be blank.' });

/** Several lines of free text. */
export const freeText = (max: number) => z.string().max(max);

/** A text with the language it is really in, which may be a fallback of the one asked for. */
export const localisedText = () => z.strictObject({ text: z.string(), language: languageTag() });
