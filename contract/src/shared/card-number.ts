/** Finds payment card numbers in text. No card data may enter the service, so a hit is refused or blanked. */

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

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
// A longer number after a plus sign is no telephone number (E.164).
const MAX_PHONE_DIGITS = 15;

// Digits, plain or full-width, with up to three spaces or dashes between two of them.
const DIGIT_RUN = /[0-9０-９](?:[\p{Zs}\p{Pd}\t\r\n]{0,3}[0-9０-９]){12,}/gu;
const DIGIT_GROUP = /[0-9０-９]+/g;

/** A part of a text, from `start` up to but not including `end`, in UTF-16 units. */
export interface TextRange {
  start: number;
  end: number;
}

export function containsCardNumber(text: string): boolean {
  return findCardNumbers(text).length > 0;
}

/** Card numbers begin and end where a group of digits does, so a longer number is not searched for parts. */
export function findCardNumbers(text: string): TextRange[] {
  const found: TextRange[] = [];
  for (const run of text.matchAll(DIGIT_RUN)) {
    const groups = groupsOf(run[0], run.index);
    const digits = groups.reduce((sum, group) => sum + group.digits.length, 0);
    if (text[run.index - 1] === '+' && digits <= MAX_PHONE_DIGITS) continue;
    found.push(...cardsIn(groups));
  }
  return found;
}

interface DigitGroup extends TextRange {
  digits: string;
}

function groupsOf(run: string, offset: number): DigitGroup[] {
  return [...run.matchAll(DIGIT_GROUP)].map(match => ({
    digits: match[0].normalize('NFKC'),
    start: offset + match.index,
    end: offset + match.index + match[0].length,
  }));
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
  let number = '';
  for (let last = first; last < groups.length; last++) {
    number += groups[last]?.digits;
    if (number.length > MAX_DIGITS) return undefined;
    if (number.length >= MIN_DIGITS && hasIssuer(number) && passesLuhn(number)) return last;
  }
  return undefined;
}

function hasIssuer(number: string): boolean {
  return ISSUER_RANGES.some(({ from, to, lengths }) => {
    const prefix = Number(number.slice(0, String(from).length));
    return prefix >= from && prefix <= to && lengths.includes(number.length);
  });
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
