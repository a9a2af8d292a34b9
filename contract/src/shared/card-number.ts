/**
 * Finds payment card numbers in text, in any script and with up to four separators between digits. Card data must never
 * enter the system, so a match is rejected or masked. Runs in linear time.
 */

interface IssuerRange {
  /** First and last prefix of the range, with the same number of digits. */
  from: number;
  to: number;
  lengths: readonly number[];
}

const FROM_14 = [14, 15, 16, 17, 18, 19];
const FROM_16 = [16, 17, 18, 19];

const ISSUER_RANGES: readonly IssuerRange[] = [
  { from: 4, to: 4, lengths: [13, 16, 19] },
  { from: 51, to: 55, lengths: [16] },
  { from: 2221, to: 2720, lengths: [16] },
  { from: 34, to: 34, lengths: [15] },
  { from: 37, to: 37, lengths: [15] },
  { from: 300, to: 305, lengths: FROM_14 },
  { from: 3095, to: 3095, lengths: FROM_14 },
  { from: 36, to: 36, lengths: FROM_14 },
  { from: 38, to: 39, lengths: FROM_14 },
  { from: 3528, to: 3589, lengths: FROM_16 },
  { from: 6011, to: 6011, lengths: FROM_16 },
  { from: 644, to: 659, lengths: FROM_16 },
  { from: 62, to: 62, lengths: FROM_16 },
  { from: 81, to: 82, lengths: FROM_16 },
  { from: 2200, to: 2204, lengths: FROM_16 },
  { from: 60, to: 60, lengths: [16] },
  { from: 508, to: 508, lengths: [16] },
  { from: 9792, to: 9792, lengths: [16] },
  { from: 506099, to: 506198, lengths: [16, 18, 19] },
  { from: 507865, to: 507964, lengths: [16, 18, 19] },
  ...[5018, 5019, 5020, 5038, 5893, 6304, 6759, 6761, 6762, 6763].map(prefix => ({
    from: prefix,
    to: prefix,
    lengths: [13, ...FROM_14],
  })),
];

const PREFIX_DIGITS = 6;

/** The same ranges as six-digit numbers, with one bit per allowed length. */
const PREFIXES = ISSUER_RANGES.map(({ from, to, lengths }) => {
  const more = 10 ** (PREFIX_DIGITS - String(from).length);
  return {
    from: from * more,
    to: to * more + more - 1,
    lengths: lengths.reduce((bits, length) => bits | (1 << length), 0),
  };
});

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** Maximum number of characters between two digits. More characters, or a letter, end the number. */
const MAX_SEPARATORS = 4;
/** A number of 8 to 15 digits after a plus sign counts as a telephone number (E.164). */
const MIN_PHONE_DIGITS = 8;
const MAX_PHONE_DIGITS = 15;

/** These characters neither separate digits nor end a number. */
const INVISIBLE = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/u;
const ASCII = /^\p{ASCII}*$/u;
const NUMERIC = /\p{N}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const DECIMAL_DIGIT = /\p{Nd}/u;
const PLUS_SIGNS: ReadonlySet<string> = new Set(['+', '＋']);

const ORDINARY = [
  // 2027-03-12
  /(?<!\d)(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])[-./](?:0?[1-9]|[12]\d|3[01])(?!\d)/g,
  // 12.03.2027, 3/12/27
  /(?<!\d)(?:0?[1-9]|[12]\d|3[01])[-./](?:0?[1-9]|[12]\d|3[01])[-./](?:19|20)?\d\d(?!\d)/g,
  // 9:30, 21:45:10.123
  /(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?!\d)/g,
  // 41.385064, 2.173404
  /(?<!\d)\d{1,3}\.\d{4,8}[,; ]{1,3}-?\d{1,3}\.\d{4,8}(?!\d)/g,
];

/** A range in a text: `start` is included, `end` is not. In UTF-16 code units. */
export interface TextRange {
  start: number;
  end: number;
}

export function containsCardNumber(text: string): boolean {
  return findCardNumbers(text).length > 0;
}

/**
 * A card number starts and ends at the boundary of a group of digits, so parts of longer numbers are not
 * checked.
 */
export function findCardNumbers(text: string): TextRange[] {
  if (!NUMERIC.test(text) || (text.length < MIN_DIGITS && ASCII.test(text))) return [];
  const found = search(text);
  return found.length === 0 ? found : search(withoutOrdinary(text));
}

function search(text: string): TextRange[] {
  return digitRuns(text).flatMap(withoutPhones).flatMap(cardsIn);
}

/** Replaces dates, times and coordinates with letters. Several of them in a row would look like card numbers. */
function withoutOrdinary(text: string): string {
  return ORDINARY.reduce((rest, shape) => rest.replace(shape, match => 'x'.repeat(match.length)), text);
}

/** Consecutive digits without a visible character between them. */
interface DigitGroup extends TextRange {
  digits: string;
  afterPlus: boolean;
}

/** Groups of digits that are close enough together to form one number. */
function digitRuns(text: string): DigitGroup[][] {
  const runs: DigitGroup[][] = [];
  let separators = Number.POSITIVE_INFINITY;
  let last = '';
  let start = 0;
  for (const char of text) {
    const end = start + char.length;
    if (char < '\x80' || !INVISIBLE.test(char)) {
      const digits = digitsOf(char);
      if (digits !== '') {
        addDigits(runs, separators, { digits, start, end, afterPlus: PLUS_SIGNS.has(last) });
        separators = 0;
      } else if (LETTER_OR_NUMBER.test(char)) {
        separators = Number.POSITIVE_INFINITY;
      } else {
        separators++;
      }
      last = char;
    }
    start = end;
  }
  return runs;
}

function addDigits(runs: DigitGroup[][], separators: number, group: DigitGroup): void {
  const run = runs.at(-1);
  const before = run?.at(-1);
  if (run === undefined || before === undefined || separators > MAX_SEPARATORS) {
    runs.push([group]);
  } else if (separators > 0) {
    run.push(group);
  } else {
    before.digits += group.digits;
    before.end = group.end;
  }
}

/** Results of `digitsOf` for characters beyond ASCII. Unicode has fewer than 2,000 numeric characters. */
const knownDigits = new Map<string, string>();

/** Converts a digit of any script to ASCII digits, including circled, superscript and full-width digits. */
function digitsOf(char: string): string {
  if (char >= '0' && char <= '9') return char;
  if (char < '\x80' || !NUMERIC.test(char)) return '';
  let digits = knownDigits.get(char);
  if (digits === undefined) {
    digits = [...char.normalize('NFKC')].map(digitOf).join('');
    knownDigits.set(char, digits);
  }
  return digits;
}

/** Unicode lists the decimal digits of each script in order, from zero to nine. */
function digitOf(char: string): string {
  if (!DECIMAL_DIGIT.test(char)) return '';
  const code = char.codePointAt(0) as number;
  let zero = code;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/**
 * Splits a run at its telephone numbers and drops them. If the length does not fit a telephone number, the plus sign is
 * only a separator.
 */
function withoutPhones(run: readonly DigitGroup[]): DigitGroup[][] {
  const parts: DigitGroup[][] = [[]];
  let from = 0;
  while (from < run.length) {
    let to = from + 1;
    while (to < run.length && !run[to]?.afterPlus) to++;
    const groups = run.slice(from, to);
    const digits = groups.reduce((sum, group) => sum + group.digits.length, 0);
    const isPhone = run[from]?.afterPlus && digits >= MIN_PHONE_DIGITS && digits <= MAX_PHONE_DIGITS;
    if (isPhone) parts.push([]);
    else for (const group of groups) parts.at(-1)?.push(group);
    from = to;
  }
  return parts;
}

function cardsIn(groups: readonly DigitGroup[]): TextRange[] {
  const found: TextRange[] = [];
  let first = 0;
  while (first < groups.length) {
    const last = lastGroupOfCard(groups, first);
    const [from, to] = [groups[first], last === undefined ? undefined : groups[last]];
    if (from && to) found.push({ start: from.start, end: to.end });
    first = (last ?? first) + 1;
  }
  return found;
}

function lastGroupOfCard(groups: readonly DigitGroup[], first: number): number | undefined {
  const least = groups[first]?.afterPlus ? MAX_PHONE_DIGITS + 1 : MIN_DIGITS;
  let number = '';
  let lengths: number | undefined;
  for (let last = first; last < groups.length; last++) {
    number += groups[last]?.digits;
    if (number.length > MAX_DIGITS) return undefined;
    if (number.length < least) continue;
    lengths ??= lengthsOf(number);
    if (lengths === 0) return undefined;
    if (lengths & (1 << number.length) && passesLuhn(number)) return last;
  }
  return undefined;
}

/** Allowed lengths for numbers with this prefix, one bit each. */
function lengthsOf(number: string): number {
  const prefix = Number(number.slice(0, PREFIX_DIGITS));
  let lengths = 0;
  for (const range of PREFIXES) if (prefix >= range.from && prefix <= range.to) lengths |= range.lengths;
  return lengths;
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = number.charCodeAt(number.length - 1 - i) - 0x30;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
