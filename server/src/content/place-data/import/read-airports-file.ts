/**
 * Reads airports.csv from OurAirports. Columns are found by the names in the first line, so their order and number may
 * differ.
 */
import { basename } from 'node:path';
import { type CsvRow, csvRows } from '../../../platform/text-files/read-csv.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import { AIRPORT_COLUMNS, type AirportRecord, parseAirport } from '../geonames/airport-record.ts';
import type { StagedPlace } from '../staging/staged-place.ts';
import { type ReadingOptions, readSourceLines, type SourceFile } from './source-file.ts';

const MAX_ROW_BYTES = 1_048_576;

export async function readAirportsFile(file: SourceFile, options: ReadingOptions): Promise<StagedPlace[]> {
  const name = basename(file.path);
  const places: StagedPlace[] = [];
  const seen = new Set<string>();
  let head: Head | undefined;
  const lines = readSourceLines(file, options);
  for await (const row of csvRows(file.path, lines, { maxRowBytes: MAX_ROW_BYTES })) {
    if (head === undefined) head = readHead(file, row.cells);
    else {
      const problem = readRow(head, row, seen, places);
      if (problem !== undefined) options.onProblem(`${name}:${row.line}: ${problem}`);
    }
  }
  return places;
}

interface Head {
  columns: number;
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
  { cells, fault }: CsvRow,
  seen: Set<string>,
  places: StagedPlace[],
): string | undefined {
  if (fault !== undefined) return fault;
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
