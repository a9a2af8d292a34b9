/** How the text of a cell is written in the width of one night, which is about 31 pixels. Pure. */

/** Drops zero decimals to save space. */
export function shortAmount(amount: string | null): string {
  return amount === null ? '–' : amount.replace(/\.0+$/, '');
}

/**
 * Rounds to three digits or to whole units, with at most two decimals: 106.20 becomes `106` and 35.250 becomes `35.3`. The
 * error is at most half a per cent for amounts of 1.00 and more. Tooltips and the toolbar show the exact amount.
 */
export function roundedAmount(amount: string | null): string {
  if (amount === null) return shortAmount(amount);
  const value = Number(amount);
  if (value >= 99_999.5) return large(value);
  if (Number.isInteger(value)) return String(value);
  return shortAmount(value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2));
}

/** Amounts without smaller units, such as 2,450,000 VND, are written as `2450k`. */
function large(value: number): string {
  return value < 9_999_500
    ? `${Math.round(value / 1000)}k`
    : `${shortAmount((value / 1_000_000).toFixed(1))}M`;
}

/** For figures of which only the magnitude matters: 12,400 becomes `12k`. At most four characters below ten billions. */
export function compactAmount(amount: string): string {
  const value = Math.round(Number(amount));
  if (value < 10_000) return String(value);
  if (value < 999_500) return `${Math.round(value / 1000)}k`;
  const millions = value / 1_000_000;
  return `${millions < 9.95 ? shortAmount(millions.toFixed(1)) : Math.round(millions)}M`;
}

/** The widths of characters in the bold font of the dashboard. All digits have the same width. */
const DIGIT_EM = 0.64;
const NARROW_EMS: Readonly<Record<string, number>> = { '.': 0.3, ' ': 0.28, '/': 0.42 };

export function widthInEms(text: string): number {
  let sum = 0;
  for (const character of text) sum += NARROW_EMS[character] ?? DIGIT_EM;
  return sum;
}

/** The width of the widest text of a row. The font of a row gets smaller, down to 11 px, if its widest text does not fit. */
export function widestInEms(texts: readonly string[]): number {
  // Many nights have the same price.
  return Math.max(DIGIT_EM, ...[...new Set(texts)].map(widthInEms));
}

/** What fits into one night of the grid in 11 px, and, with space on both sides, into one day of a week on a phone. */
const NIGHT_EMS = 2.6;
export const DAY_EMS = 3.2;

/** Marks that do not fit below the price: the first one and the number of others. The tooltip names all of them. */
export function shortMarks(marks: string, room = NIGHT_EMS): string {
  const [first = '', ...others] = marks.split(' ');
  if (others.length === 0 || widthInEms(marks) <= room) return marks;
  const short = `${first} +${others.length}`;
  return widthInEms(short) <= room ? short : `${first}…`;
}
