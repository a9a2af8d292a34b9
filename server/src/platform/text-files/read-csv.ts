/**
 * Reads CSV rows from the lines of a text file. Supports commas, semicolons and tabs, multi-line quoted cells, and LF
 * or CRLF. All CSV files are read here. Memory use is limited by the longest row.
 */
import { CsvError, parse } from 'csv-parse/sync';
import type { LineBatch } from './split-lines.ts';
import { TextFileError } from './text-file-error.ts';

export interface CsvRow {
  /** The line on which the row begins. */
  line: number;
  /** Empty if the row has a fault. */
  cells: string[];
  /** Why the row cannot be read. Later rows can still be read. */
  fault: string | undefined;
}

interface CsvOptions {
  /** Reading fails at a longer row, because its quote is probably never closed. */
  maxRowBytes?: number;
}

const SEPARATORS = [',', ';', '\t'];
const NEWLINE = 0x0a;
const MAX_ROW_BYTES = 16 * 1024 * 1024;
const BAD_QUOTE = 'Text follows a closing quote. Quote the whole cell and double the quotes inside it.';

/** The first row is the header. Throws TextFileError if the file as a whole cannot be read. */
export async function* csvRows(
  file: string,
  batches: AsyncIterable<LineBatch> | Iterable<LineBatch>,
  { maxRowBytes = MAX_ROW_BYTES }: CsvOptions = {},
): AsyncGenerator<CsvRow> {
  let separator: string | undefined;
  /** A row whose quote is still open, and the line on which the row begins. */
  let open: Buffer[] = [];
  let [openLine, openBytes, nextLine, retryBytes] = [0, 0, 0, 0];
  for await (const { first, lines } of batches) {
    separator ??= separatorOf(file, first, lines);
    if (separator === undefined) continue;
    // Inserts empty lines for lines that the file reader skipped, so that line numbers stay correct.
    const gap = openBytes > 0 ? '\n'.repeat(first - nextLine) : '';
    const block = Buffer.from(`${gap}${lines.join('\n')}\n`);
    nextLine = first + lines.length;
    if (openBytes === 0) openLine = first;
    open.push(block);
    openBytes += block.length;
    // An open row is only parsed again after its size has doubled, so a long row costs at most twice its length.
    if (openBytes < retryBytes) continue;
    const { rows, rest, restLine } = readBlock(Buffer.concat(open), openLine, separator);
    yield* rows;
    open = rest.length > 0 ? [rest] : [];
    openLine = restLine;
    openBytes = rest.length;
    retryBytes = openBytes * 2;
    if (openBytes > maxRowBytes) throw openQuote(file, openLine);
  }
  if (openBytes === 0 || separator === undefined) return;
  const { rows, rest, restLine } = readBlock(Buffer.concat(open), openLine, separator);
  yield* rows;
  if (rest.length > 0) throw openQuote(file, restLine);
}

/** Splits text into batches that are small enough not to block other work. */
export function* linesOf(text: string): Generator<LineBatch> {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const size = 1_000;
  for (let at = 0; at < lines.length; at += size) yield { first: at + 1, lines: lines.slice(at, at + size) };
}

interface ReadBlock {
  rows: CsvRow[];
  /** Starts with a row whose quote is still open. */
  rest: Buffer;
  restLine: number;
}

/** Parses complete lines. `firstLine` is the number of the first line. */
function readBlock(block: Buffer, firstLine: number, separator: string): ReadBlock {
  const rows: CsvRow[] = [];
  let [at, line] = [0, firstLine];
  const moveTo = (end: number) => {
    for (
      let next = block.indexOf(NEWLINE, at);
      next !== -1 && next < end;
      next = block.indexOf(NEWLINE, at)
    ) {
      line += 1;
      at = next + 1;
    }
    at = end;
  };
  while (at < block.length) {
    const begin = at;
    const error = readRows(block.subarray(begin), separator, (cells, end) => {
      if (cells.some(cell => cell.trim() !== '')) rows.push({ line, cells, fault: undefined });
      moveTo(begin + end);
    });
    if (error === undefined) break;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') return { rows, rest: block.subarray(at), restLine: line };
    const newline = block.indexOf(NEWLINE, at);
    const end = newline === -1 ? block.length : newline + 1;
    rows.push(readLoosely(block.subarray(at, end), line, separator));
    moveTo(end);
  }
  return { rows, rest: Buffer.alloc(0), restLine: line };
}

type OnRow = (cells: string[], endByte: number) => void;

/** Calls `onRow` for each row until a row is invalid. */
function readRows(
  bytes: Buffer,
  separator: string,
  onRow: OnRow,
  isLoose = false,
): InstanceType<typeof CsvError> | undefined {
  try {
    parse(bytes, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      relax_quotes: isLoose,
      on_record: (cells: string[], info) => {
        onRow(cells, info.bytes);
        return null;
      },
    });
    return undefined;
  } catch (error) {
    if (error instanceof CsvError) return error;
    throw error;
  }
}

/** Parses a line with a misplaced quote. Inside an unquoted cell, a quote is an ordinary character. */
function readLoosely(bytes: Buffer, line: number, separator: string): CsvRow {
  let cells: string[] = [];
  const keep = (found: string[]) => {
    cells = found;
  };
  const error = readRows(bytes, separator, keep, true);
  // The library also accepts text after a closing quote. Such a cell still begins with its opening quote.
  const isBad = error !== undefined || cells.some(cell => cell.startsWith('"'));
  return isBad ? { line, cells: [], fault: BAD_QUOTE } : { line, cells, fault: undefined };
}

/** Finds the separator of the header. Column names never contain a separator. Undefined if there is no text yet. */
function separatorOf(file: string, first: number, lines: readonly string[]): string | undefined {
  const at = lines.findIndex(line => line.trim() !== '');
  const header = lines[at]?.trimEnd();
  if (header === undefined) return undefined;
  if (header.includes('\r')) {
    const hint = "Convert it, for example with: tr '\\r' '\\n' < <file> > <new file>";
    const fault = 'its lines end with a carriage return only.';
    throw new TextFileError({ file, line: first + at }, fault, hint);
  }
  const counts = SEPARATORS.map(sign => header.split(sign).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))];
}

function openQuote(file: string, line: number): TextFileError {
  const hint = 'Quote a cell that contains quotes, and double the quotes inside it.';
  return new TextFileError({ file, line }, 'a quote that opens in this row is not closed.', hint);
}
