/**
 * Cuts the lines of a CSV file into cells. A cell in quotes may hold delimiters, doubled quotes and line ends, so a row
 * may take several lines; a quote that is not at the beginning of a cell is a plain character.
 */

export interface SplitRow {
  /** Where it begins. */
  line: number;
  cells: string[];
  /** Something follows a closing quote; the cells are not to be trusted. */
  isBroken: boolean;
}

export interface CsvSplitter {
  /** The row that ends with this line; undefined while a quote is open. */
  add(line: number, text: string): SplitRow | undefined;
  /** The line where a row began whose quote is still open. */
  openRow(): { line: number; characters: number } | undefined;
}

export function csvSplitter(delimiter: string): CsvSplitter {
  let row: SplitRow = { line: 0, cells: [], isBroken: false };
  /** Of the cell whose quote is open. */
  let parts: string[] | undefined;
  let characters = 0;

  /** The end of the cell whose text in quotes goes on at `from`; the end of the text while its quote is open. */
  function readQuoted(text: string, from: number): number {
    let at = from;
    for (;;) {
      const quote = text.indexOf('"', at);
      if (quote === -1) {
        parts?.push(text.slice(at), '\n');
        return text.length;
      }
      parts?.push(text.slice(at, quote));
      if (text[quote + 1] !== '"') return closeCell(text, quote + 1);
      parts?.push('"');
      at = quote + 2;
    }
  }

  function closeCell(text: string, at: number): number {
    row.cells.push((parts ?? []).join(''));
    parts = undefined;
    const next = text.indexOf(delimiter, at);
    const end = next === -1 ? text.length : next;
    if (text.slice(at, end).trim() !== '') row.isBroken = true;
    return end;
  }

  function readPlain(text: string, at: number): number {
    const next = text.indexOf(delimiter, at);
    const end = next === -1 ? text.length : next;
    row.cells.push(text.slice(at, end).replace(/\r$/, ''));
    return end;
  }

  return {
    add(line, text) {
      let at = 0;
      if (parts === undefined) {
        row = { line, cells: [], isBroken: false };
        characters = 0;
      } else at = readQuoted(text, 0) + 1;
      characters += text.length;
      // A delimiter at the end is followed by an empty cell, so the end of the text begins one too.
      while (parts === undefined && at <= text.length) {
        if (text[at] === '"') {
          parts = [];
          at = readQuoted(text, at + 1) + 1;
        } else at = readPlain(text, at) + 1;
      }
      return parts === undefined ? row : undefined;
    },
    openRow: () => (parts === undefined ? undefined : { line: row.line, characters }),
  };
}
