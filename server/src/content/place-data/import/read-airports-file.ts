/** Reads airports.csv from OurAirports. Columns are found by name in the first line, so any version of the file works. */
import { basename } from 'node:path';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import { csvSplitter } from '../../catalogue-files/csv/csv-splitter.ts';
import { AIRPORT_COLUMNS, type AirportRecord, parseAirport } from '../geonames/airport-record.ts';
import type { StagedPlace } from '../staging/staged-place.ts';
import { type ReadingOptions, readSource, type SourceFile } from './source-file.ts';

const MAX_ROW_CHARACTERS = 1_048_576;

export async function readAirportsFile(file: SourceFile, options: ReadingOptions): Promise<StagedPlace[]> {
  const name = basename(file.path);
  const splitter = csvSplitter(',');
  const places: StagedPlace[] = [];
  const seen = new Set<string>();
  let head: Head | undefined;
  for await (const batch of readSource(file, options)) {
    for (const { number, text } of batch) {
      const row = splitter.add(number, text);
      if (row === undefined) rejectOpenQuote(file, splitter.openRow(), MAX_ROW_CHARACTERS);
      else if (head === undefined) head = readHead(file, row.cells);
      else {
        const problem = readRow(head, row, seen, places);
        if (problem !== undefined) options.onProblem(`${name}:${row.line}: ${problem}`);
      }
    }
  }
  rejectOpenQuote(file, splitter.openRow(), 0);
  return places;
}

interface Head {
  columns: number;
  /** The position of each column that is used. */
  positions: readonly number[];
}

function readHead({ path }: SourceFile, cells: readonly string[]): Head {
  const names = cells.map(cell => cell.trim());
  const missing = AIRPORT_COLUMNS.filter(column => !names.includes(column));
  if (missing.length > 0) {
    throw new TextFileError(
      { file: path, line: 1 },
      `this is not a valid airports.csv: the first line lacks ${missing.join(', ')}.`,
      'Use the file from OurAirports as downloaded, including its first line.',
    );
  }
  return { columns: cells.length, positions: AIRPORT_COLUMNS.map(column => names.indexOf(column)) };
}

function readRow(
  head: Head,
  { cells, isBroken }: { cells: readonly string[]; isBroken: boolean },
  seen: Set<string>,
  places: StagedPlace[],
): string | undefined {
  if (isBroken) return 'unexpected text after a closing quote';
  if (cells.length !== head.columns) return `expected ${head.columns} columns, found ${cells.length}`;
  const values = head.positions.map((position, i) => [AIRPORT_COLUMNS[i], cells[position] ?? '']);
  const airport = parseAirport(Object.fromEntries(values) as AirportRecord);
  if (airport.kind === 'problem') return airport.problem;
  if (airport.kind === 'other') return undefined;
  if (seen.has(airport.place.sourceId)) return `duplicate ident ${airport.place.sourceId}`;
  seen.add(airport.place.sourceId);
  places.push(airport.place);
  return undefined;
}

/** After an unclosed quote, the rest of the file cannot be distinguished from the cell. */
function rejectOpenQuote(
  { path }: SourceFile,
  open: { line: number; characters: number } | undefined,
  allowed: number,
): void {
  if (open === undefined || open.characters <= allowed) return;
  const fault = 'a quote that opens in this row is not closed.';
  throw new TextFileError(
    { file: path, line: open.line },
    fault,
    'The file may be truncated. Download it again.',
  );
}
