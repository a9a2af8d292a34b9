/** Extracts the supplier's error message from a recorded response, as short readable text. Pure. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { parseJson } from '../../../platform/json-values.ts';
import { plainText } from '../../../platform/text/plain-text.ts';

const MAX_LENGTH = 300;
/** Only the start of a body is read, because a search response can be large and an error comes first. */
const MAX_BODY_LENGTH = 20_000;
const MAX_DEPTH = 5;
const MAX_TEXTS = 4;
const FIELDS: ReadonlySet<string> = new Set([
  'message',
  'description',
  'error',
  'detail',
  'error_description',
]);
const REDACTED = '[redacted]';
/** Longer words are treated as keys or tokens. */
const MAX_WORD_LENGTH = 31;
/** A sequence with more digits than this is treated as a phone or card number. */
const MAX_DIGITS = 8;

/** Returns null if there was no response, or if it has no text that explains the failure. */
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

/** Recorded bodies are already redacted. This covers what a supplier repeats in an unexpected place. */
function clean(text: string): string {
  const words = plainText(text, MAX_LENGTH).split(/\s/);
  const shown: string[] = [];
  for (let i = 0; i < words.length; ) {
    let end = i;
    while (end < words.length && /^[+\d().-]{1,30}$/.test(words[end] ?? '')) end += 1;
    const digits = words.slice(i, end).join('').replace(/\D/g, '').length;
    if (digits > MAX_DIGITS) {
      shown.push(REDACTED);
      i = end;
    } else {
      const word = words[i] ?? '';
      shown.push(word.includes('@') || word.length > MAX_WORD_LENGTH ? REDACTED : word);
      i += 1;
    }
  }
  return shown.join(' ');
}
