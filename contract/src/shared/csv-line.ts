/**
 * How every CSV export writes its lines. A text that a spreadsheet would run as a formula gets an apostrophe before it, and imports
 * remove that apostrophe again.
 */

/** A number that is kept as text, so that no digit is lost. It is never taken for a formula. */
export interface DecimalCell {
  decimal: string;
}

export type CsvCell = string | number | boolean | null | undefined | DecimalCell;

/** Spreadsheets ignore what is invisible, and take the wide forms of the signs for the signs. */
const FORMULA = String.raw`(?:[\t\r]|[\s\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20])`;
/** Apostrophes before a formula are counted, so that a text that has one of its own stays different. */
const TO_NEUTRALISE = new RegExp(`^'*${FORMULA}`, 'u');
const NEUTRALISED = new RegExp(`^'+${FORMULA}`, 'u');
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cell => quoted(cellText(cell))).join(',')}\r\n`;
}

/** The text that `csvLine` was given for a cell. */
export function fromCsvCell(cell: string): string {
  return NEUTRALISED.test(cell) ? cell.slice(1) : cell;
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return DECIMAL.test(cell.decimal) ? cell.decimal : neutral(cell.decimal);
  return typeof cell === 'string' ? neutral(cell) : String(cell);
}

function neutral(text: string): string {
  return TO_NEUTRALISE.test(text) ? `'${text}` : text;
}

/** Blanks at the ends and all separators that the import detects are put into quotes. */
function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
