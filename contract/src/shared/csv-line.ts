/**
 * Writes the lines of every CSV export. A text that a spreadsheet would run as a formula gets a leading
 * apostrophe, which imports remove again.
 */

/** A decimal number as text, so that no digit is lost. A leading minus sign does not make it a formula. */
export interface DecimalCell {
  decimal: string;
}

export type CsvCell = string | number | boolean | null | undefined | DecimalCell;

/** Spreadsheets ignore invisible characters and treat full-width signs like the ASCII ones. */
const FORMULA = String.raw`(?:[\t\r]|[\s\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20])`;
/** Leading apostrophes count as part of the formula, so that they can be restored exactly. */
const TO_NEUTRALISE = new RegExp(`^'*${FORMULA}`, 'u');
const NEUTRALISED = new RegExp(`^'+${FORMULA}`, 'u');
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cell => quoted(cellText(cell))).join(',')}\r\n`;
}

/** Restores the text that was passed to `csvLine`. */
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

/**
 * Quotes texts that have leading or trailing spaces, or contain a quotation mark, a line break or any separator that
 * the import detects.
 */
function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
