/**
 * Normalises names and queries: lower case, without accents, punctuation and script variants. The place index and its
 * queries must be normalised in the same way, so a change here is a change of the index format and of the version of
 * the mapping model. Pure.
 */
import { FOLDED_LETTERS } from './folded-letters.ts';

/** A normalised text with the source position of each UTF-16 unit. */
export interface Normalised {
  text: string;
  /** For each unit of `text`, the start of the corresponding source units. */
  starts: number[];
  /** For each unit of `text`, the end of the corresponding source units. */
  ends: number[];
}

const ABBREVIATIONS = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['mt', 'mount'],
  ['ft', 'fort'],
]);

const APOSTROPHES =
  /[\u0027\u0060\u00b4\u02b9-\u02bd\u02c8\u02ca-\u02cc\u02ee\u2018-\u201b\u2032\u05f3\ua78b\ua78c\uff07]/u;
/**
 * Accents in European scripts, Hebrew points and Arabic vowel signs. Marks in Indic and other scripts count as letters.
 */
const ACCENTS = /(?=\p{M})[\p{sc=Zinh}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}]/u;
/** Kana voicing marks change the letter, so they are kept. The Arabic tatweel only stretches a word. */
const VOICING = /[\u3099\u309a]/u;
const TATWEEL = '\u0640';
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

const HIRAGANA = { first: 0x3041, last: 0x3096, toKatakana: 0x60 };

export function normalise(text: string): string {
  return fold(text);
}

export function normaliseWithSource(text: string): Normalised {
  const starts: number[] = [];
  const ends: number[] = [];
  return { text: fold(text, starts, ends), starts, ends };
}

/** This is a hot loop, which runs over a million names when an index is built. */
function fold(text: string, starts?: number[], ends?: number[]): string {
  let out = '';
  let wordAt = 0;
  let isSpaceDue = false;
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) as number;
    const next = at + (point > 0xffff ? 2 : 1);
    const letters = lettersOf(point);
    if (letters === ' ') isSpaceDue = out.length > 0;
    else if (letters !== '') {
      if (isSpaceDue) {
        out = endWord(out, wordAt, starts, ends);
        starts?.push(at);
        ends?.push(at);
        wordAt = out.length;
        isSpaceDue = false;
      }
      out += letters;
      for (let i = 0; starts && ends && i < letters.length; i++) {
        starts.push(at);
        ends.push(next);
      }
    } else if (ends && ends.length > 0 && !isSpaceDue) ends[ends.length - 1] = next;
    at = next;
  }
  return out;
}

/** Expands an abbreviation and appends the space before the next word. */
function endWord(out: string, wordAt: number, starts?: number[], ends?: number[]): string {
  const length = out.length - wordAt;
  const full = length < 2 || length > 3 ? undefined : ABBREVIATIONS.get(out.slice(wordAt));
  if (full === undefined) return `${out} `;
  if (starts && ends) {
    const [start, end] = [starts[wordAt] as number, ends[out.length - 1] as number];
    starts.length = wordAt;
    ends.length = wordAt;
    for (let i = 0; i < full.length; i++) {
      starts.push(start);
      ends.push(end);
    }
  }
  return `${out.slice(0, wordAt)}${full} `;
}

const CACHED_POINTS = 0x10000;
const cache: (string | undefined)[] = new Array(CACHED_POINTS);

/** Returns the normal form of a code point: letters, a space, or an empty string. */
function lettersOf(point: number): string {
  if (point >= CACHED_POINTS) return foldPoint(point);
  let letters = cache[point];
  if (letters === undefined) {
    letters = foldPoint(point);
    cache[point] = letters;
  }
  return letters;
}

function foldPoint(point: number): string {
  // A lone surrogate is not a character.
  if (point >= 0xd800 && point <= 0xdfff) return ' ';
  let out = '';
  let hasSeparator = false;
  for (const character of String.fromCodePoint(point).normalize('NFKD').toLowerCase()) {
    const folded = FOLDED_LETTERS.get(character);
    if (folded !== undefined) out += folded;
    else if (isDropped(character)) continue;
    else if (LETTER.test(character)) out += toKatakana(character);
    else hasSeparator = true;
  }
  return out === '' && hasSeparator ? ' ' : out;
}

function isDropped(character: string): boolean {
  if (VOICING.test(character)) return false;
  return (
    character === TATWEEL ||
    APOSTROPHES.test(character) ||
    ACCENTS.test(character) ||
    INVISIBLE.test(character)
  );
}

function toKatakana(character: string): string {
  const point = character.codePointAt(0) as number;
  const isHiragana = point >= HIRAGANA.first && point <= HIRAGANA.last;
  return isHiragana ? String.fromCodePoint(point + HIRAGANA.toKatakana) : character;
}
