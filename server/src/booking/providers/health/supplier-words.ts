/** The supplier's own words in a recorded response, as short plain text that people can read. Pure. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { parseJson } from '../../../platform/json-values.ts';
import { plainText } from '../../../platform/text/plain-text.ts';

const MAX_LENGTH = 300;
/** The body of a search can be large. Errors are at its beginning. */
const MAX_BODY_LENGTH = 20_000;
const MAX_DEPTH = 5;
const MAX_TEXTS = 4;
/** Fields in which suppliers explain an error. */
const FIELDS: ReadonlySet<string> = new Set([
  'message',
  'description',
  'error',
  'detail',
  'error_description',
]);
const REDACTED = '[redacted]';
/** Recorded bodies are already redacted. These patterns cover what a supplier repeats in an unexpected place. */
const EMAIL = /[^\s@<>"']{1,64}@[^\s@<>"']{1,190}/g;
const LONG_TOKEN = /[A-Za-z0-9_\-+/=.]{32,}/g;
const PHONE = /\+?\d[\d\s-]{7,18}\d/g;

/** Null if there was no response, or if it has no text that explains the failure. */
export function supplierWords({ response }: Pick<ProviderExchange, 'response'>): string | null {
  const body = response?.body?.slice(0, MAX_BODY_LENGTH) ?? '';
  if (body.trim() === '') return null;
  const parsed = parseJson(body);
  const texts = parsed === undefined || typeof parsed === 'string' ? [body] : textsOf(parsed, MAX_DEPTH);
  const words = [...new Set(texts.map(clean))].filter(text => text !== '').slice(0, MAX_TEXTS);
  return words.length === 0 ? null : plainText(words.join(' – '), MAX_LENGTH);
}

function textsOf(value: unknown, depth: number): string[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each === 'string') return FIELDS.has(name) ? [each] : [];
    return textsOf(each, depth - 1);
  });
}

function clean(text: string): string {
  return plainText(text, MAX_LENGTH)
    .replace(EMAIL, REDACTED)
    .replace(LONG_TOKEN, REDACTED)
    .replace(PHONE, REDACTED);
}
