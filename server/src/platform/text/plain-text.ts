/** Converts texts from other companies to plain text of limited length. Pure. */

/**
 * Matches everything that may need processing. Most texts, such as room names, do not match and need no further work.
 */
const NEEDS_WORK = /[<&\p{Cc}\p{Cf}\p{Cs}]|^\s|\s\s|\s$/u;
/** A hidden element and everything in it. */
const HIDDEN = /<(script|style|template|noscript)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const BREAK = /<(?:br|\/p|\/li|\/div|\/h[1-6]|\/tr)\b[^<>]*>/gi;
/** Tags that format a part of a word or sentence, and so do not separate words. */
const INLINE = /<\/?(?:a|b|big|em|font|i|mark|small|span|strong|sub|sup|u)\b[^<>]*>/gi;
const COMMENT_OR_TAG = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*(?:>|$)/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
/**
 * Control and formatting characters, which can hide or reorder text, and lone surrogates, which the database cannot
 * store. Line breaks are kept.
 */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/gu;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  hellip: '…',
  eacute: 'é',
  euro: '€',
};

/**
 * Removes markup and invisible characters, and cuts the text at `maxLength` characters. Line breaks of HTML become
 * `\n`.
 */
export function plainText(text: string, maxLength: number): string {
  if (!NEEDS_WORK.test(text)) return cutText(text, maxLength);
  const bare = text
    .replace(HIDDEN, ' ')
    .replace(BREAK, '\n')
    .replace(INLINE, '')
    .replace(COMMENT_OR_TAG, ' ')
    // Decoded after the tags are gone, so that an encoded tag stays visible text.
    .replace(ENTITY, decode)
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return cutText(bare, maxLength);
}

function decode(entity: string, decimal: string, hex: string, name: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  const isCharacter = code >= 32 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : ' ';
}

/** Never cuts a character in half. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = /[\uD800-\uDBFF]/.test(text[maxLength - 1] ?? '') ? maxLength - 1 : maxLength;
  return text.slice(0, end).trimEnd();
}
