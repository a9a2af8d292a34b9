/** How the text of a cell is written in the width of one night, which is about 30 pixels. Pure. */

/** The whole units and the decimals, which are smaller and raised, so that both fit in one line. */
export function splitAmount(main: string): readonly [whole: string, decimals: string] {
  const [, whole = main, decimals = ''] = /^(\d+)\.(\d+)$/.exec(main) ?? [];
  return [whole, decimals];
}

/** Large amounts without smaller units, such as 2,450,000 VND, are written as `2450k`. */
export function inThousands(main: string): string {
  return /^\d{3,}000$/.test(main) ? `${main.slice(0, -3)}k` : main;
}

/** The width of a bold digit in the font of the dashboard, and the size of decimals as in `revenue-grid.css`. */
const DIGIT_EM = 0.64;
const DECIMALS_SIZE = 0.72;

/** The width of a text in the font size of the cell. The font of a row gets smaller if its widest text does not fit. */
export function widthInEms(main: string): number {
  const [whole, decimals] = splitAmount(main);
  return (whole.length + decimals.length * DECIMALS_SIZE) * DIGIT_EM;
}

/** The width of the widest text of a row. */
export function widestInEms(texts: readonly string[]): number {
  return Math.max(DIGIT_EM, ...texts.map(widthInEms));
}

/** Marks that do not fit below the price end with an ellipsis. The full text of the cell names all of them. */
export function shortMarks(marks: string): string {
  const [first = ''] = marks.split(' ');
  return marks.length > MAX_MARKS && first !== marks ? `${first} …` : marks;
}

const MAX_MARKS = 5;
