/**
 * Cleans what hotels, suppliers and guests wrote before it reaches a model. Cleaning is not a security boundary. Scopes,
 * spend limit, terms hash, expected price and maximum penalty are.
 */
import { cutText, plainText } from '../platform/text/plain-text.ts';

/** How much of the texts a result contains. A result that would be too large is built again with a smaller size. */
export interface ResultSize {
  nameChars: number;
  textChars: number;
  offersPerHotel: number;
}

const LINKS = [
  // Any scheme with slashes. Browsers read a backslash as a slash.
  /[a-z][a-z0-9+.-]{0,30}:[/\\]{2}\S+/,
  /\b(?:mailto|data|javascript):\S+/,
  /\bwww\.\S+/,
  // A host name or an IP address with a path.
  /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,23}(?::\d{1,5})?(?:[/\\]\S*|[?#]\S+)/u,
  /(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?:[/\\]\S*|[?#]\S+)/,
].map(({ source }) => source);
const LINK = new RegExp(LINKS.join('|'), 'giu');
/** Variation selectors and other characters that show nothing and can carry hidden text. */
const HIDDEN_MARK = /[\p{Default_Ignorable_Code_Point}\u{2800}]/gu;
/** Character references can be nested. Texts that need more passes than this are meant to deceive. */
const MAX_PASSES = 8;

export function cleanName(text: string, { nameChars }: Pick<ResultSize, 'nameChars'>): string {
  return clean(text, nameChars).replace(/\s+/g, ' ');
}

export function cleanNullable(text: string | null, size: Pick<ResultSize, 'nameChars'>): string | null {
  return text === null ? null : cleanName(text, size);
}

export function cleanText(
  source: 'hotel' | 'supplier',
  { text, language }: { text: string; language: string },
  { textChars }: Pick<ResultSize, 'textChars'>,
) {
  const whole = clean(text, Number.POSITIVE_INFINITY);
  const short = cutText(whole, textChars);
  return { source, language, text: short, truncated: short.length < whole.length };
}

/** Codes are ours, but some suppliers' codes pass through unchanged. */
export function cleanCode(code: string): string {
  return /^[A-Za-z0-9_.:-]{1,32}$/.test(code) ? code : 'OTHER';
}

/** Returns text like `a***@e***`, which identifies a person only to someone who knows the address. */
export function maskEmail(email: string | null): string | null {
  if (email === null) return null;
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}

export function maskPhone(phone: string | null): string | null {
  return phone === null ? null : `***${phone.replace(/\D/g, '').slice(-2)}`;
}

function clean(text: string, maxLength: number): string {
  return cutText(decoded(text).replace(LINK, '[link removed]'), maxLength);
}

/** Repeats until nothing changes, because a decoded reference can complete another one, a tag or a link. */
function decoded(text: string): string {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const before = current;
    current = withoutMarkup(before);
    if (current === before) return current;
  }
  return withoutMarkup(current.replace(/[&<]/g, ' '));
}

function withoutMarkup(text: string): string {
  return plainText(text.replace(HIDDEN_MARK, ''), Number.POSITIVE_INFINITY);
}
