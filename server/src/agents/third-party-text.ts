/**
 * Cleans what hotels, suppliers and guests wrote before it reaches a model. Cleaning is no defence against instructions
 * in these texts: scopes, spend limit, terms hash, expected price and maximum penalty are.
 */
import { plainText } from '../platform/text/plain-text.ts';

/** How much of the texts a result contains. A result that would be too large is built again with a smaller size. */
export interface ResultSize {
  nameChars: number;
  textChars: number;
  offersPerHotel: number;
}

const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
/** Variation selectors and other marks that show nothing and can carry hidden text. */
const HIDDEN_MARK = /[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\u{115F}\u{1160}\u{3164}\u{FFA0}]/gu;

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
  const short = plainText(whole, textChars);
  return { source, language, text: short, truncated: short.length < whole.length };
}

/** Codes are ours, but some suppliers' codes pass through unchanged. */
export function cleanCode(code: string): string {
  return /^[A-Za-z0-9_.:-]{1,32}$/.test(code) ? code : 'OTHER';
}

/** Returns `a***@e***.com`-like text that identifies a person only to someone who knows the address. */
export function maskEmail(email: string | null): string | null {
  if (email === null) return null;
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}

export function maskPhone(phone: string | null): string | null {
  return phone === null ? null : `***${phone.replace(/\D/g, '').slice(-2)}`;
}

function clean(text: string, maxLength: number): string {
  const bare = plainText(text.replace(HIDDEN_MARK, ''), Number.POSITIVE_INFINITY);
  return plainText(bare.replace(LINK, '[link removed]'), maxLength);
}
