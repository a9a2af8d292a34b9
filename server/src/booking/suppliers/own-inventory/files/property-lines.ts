import { withCanonicalAmounts } from '@serai/contract/inventory/document-rules.ts';
import type { AllotmentLine, RateLine } from '@serai/contract/inventory/inventory-cells.ts';
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { takeTurn } from '../../../../platform/take-turn.ts';
import { openTextFile } from '../../../../platform/text-files/open-text-file.ts';
import { type CsvRow, csvRows, linesOf } from '../../../../platform/text-files/read-csv.ts';
import { type LineBatch, peekText } from '../../../../platform/text-files/split-lines.ts';
import { TextFileError } from '../../../../platform/text-files/text-file-error.ts';
import { checkCsvHead, parseCsvRecord } from './csv-record.ts';
import { findHotelsBySource } from './inventory-files-store.ts';
import { type InventoryRecord, parseJsonRecord } from './inventory-record.ts';
import { Overlaps } from './overlaps.ts';

interface Placed<T> {
  line: number;
  value: T;
}

export interface PropertyLines {
  documents: Placed<InventoryDocument>[];
  allotments: Placed<AllotmentLine>[];
  rates: Placed<RateLine>[];
}

export interface LineSource {
  file: string;
  /** The content of the file, if a request sent it. */
  text?: string;
  environment: Environment;
  onProgress(lines: number, share: number): void;
}

export type ReportLine = (line: number, text: string) => void;

type PlacedRecord = InventoryRecord & { line: number };

/** Records to process before yielding to the event loop. */
const RECORDS_PER_TURN = 200;

/** Returns lines by hotel id. Throws TextFileError if the file as a whole cannot be read. */
export async function readPropertyLines(
  db: Database,
  source: LineSource,
  report: ReportLine,
): Promise<Map<string, PropertyLines>> {
  const records = await readAll(source, report);
  const sourceIds = new Set(records.flatMap(({ value }) => value.sourceId ?? []));
  const hotels =
    sourceIds.size > 0 ? await findHotelsBySource(db, source.environment, [...sourceIds]) : new Map();
  const lines = new Map<string, PropertyLines>();
  const overlaps = new Overlaps();
  for (const [i, record] of records.entries()) {
    if (i % RECORDS_PER_TURN === 0) await takeTurn();
    const hotelId = hotelOf(record, hotels, report);
    if (hotelId === undefined) continue;
    const own = lines.get(hotelId) ?? { documents: [], allotments: [], rates: [] };
    lines.set(hotelId, own);
    addRecord(own, hotelId, record, overlaps, report);
  }
  return lines;
}

async function readAll({ file, text, onProgress }: LineSource, report: ReportLine): Promise<PlacedRecord[]> {
  const records: PlacedRecord[] = [];
  let [count, share] = [0, 0];
  const onShare = (now: number) => {
    share = now;
  };
  const read = text === undefined ? readRecords(file, onShare) : readTextRecords(file, text);
  for await (const { line, record } of read) {
    onProgress(++count, share);
    if (count % RECORDS_PER_TURN === 0) await takeTurn();
    if (Array.isArray(record)) for (const problem of record) report(line, problem);
    else records.push({ line, ...record });
  }
  if (count === 0) {
    throw new TextFileError(
      { file },
      'the file contains no records.',
      'Provide a file with one record per line.',
    );
  }
  return records;
}

/** Returns undefined, and reports why, if the sourceId is not in the catalogue or belongs to another hotel. */
function hotelOf(
  { line, value: { hotelId, sourceId } }: PlacedRecord,
  hotels: ReadonlyMap<string, string>,
  report: ReportLine,
): string | undefined {
  if (sourceId === undefined) return hotelId;
  const found = hotels.get(sourceId);
  if (found === undefined) {
    report(line, `/sourceId: The catalogue has no hotel with the sourceId "${sourceId}".`);
  } else if (hotelId !== undefined && hotelId !== found) {
    report(
      line,
      `/sourceId: In the catalogue, the sourceId "${sourceId}" belongs to ${found}, not to ${hotelId}. Correct one of them, or omit hotelId.`,
    );
    return undefined;
  }
  return found;
}

function addRecord(
  own: PropertyLines,
  hotelId: string,
  { line, type, value: { sourceId: _, ...rest } }: PlacedRecord,
  overlaps: Overlaps,
  report: ReportLine,
): void {
  const value = { ...rest, hotelId };
  if (type === 'property') {
    const [before] = own.documents;
    if (before !== undefined) report(line, `/hotelId: Line ${before.line} already describes this property.`);
    own.documents.push({ line, value: withCanonicalAmounts(value as InventoryDocument) });
    return;
  }
  for (const problem of overlaps.add(value as RateLine, line)) report(line, problem);
  if (type === 'allotment') own.allotments.push({ line, value: value as AllotmentLine });
  else own.rates.push({ line, value: value as RateLine });
}

interface ReadRecord {
  line: number;
  record: InventoryRecord | string[];
}

/** Reads JSON Lines or CSV, depending on the first line. `onShare` is called with the share read so far, from 0 to 1. */
async function* readRecords(path: string, onShare: (share: number) => void): AsyncGenerator<ReadRecord> {
  const bad: TextFileError[] = [];
  const file = await openTextFile(path, { onBadLine: error => void bad.push(error) });
  for await (const read of recordsIn(path, file.lineBatches())) {
    for (const error of bad.splice(0)) yield unreadable(error);
    onShare(file.bytesRead() / Math.max(1, file.totalBytes));
    yield read;
  }
  for (const error of bad) yield unreadable(error);
}

/** Reads the content of a request instead of a file. `name` is used in error messages. */
function readTextRecords(name: string, text: string): AsyncGenerator<ReadRecord> {
  return recordsIn(name, linesOf(text));
}

async function* recordsIn(
  file: string,
  lines: AsyncIterable<LineBatch> | Iterable<LineBatch>,
): AsyncGenerator<ReadRecord> {
  const { first, batches } = await peekText(lines);
  const isJson = first?.lines[0]?.trimStart().startsWith('{');
  yield* isJson ? jsonRecords(batches) : csvRecords(file, batches);
}

async function* jsonRecords(batches: AsyncIterable<LineBatch>): AsyncGenerator<ReadRecord> {
  for await (const { first, lines } of batches) {
    for (const [i, text] of lines.entries()) {
      if (text.trim() !== '') yield { line: first + i, record: parseJsonRecord(text) };
    }
  }
}

async function* csvRecords(file: string, batches: AsyncIterable<LineBatch>): AsyncGenerator<ReadRecord> {
  let columns: string[] | undefined;
  try {
    for await (const row of csvRows(file, batches)) {
      if (columns === undefined) columns = readHead(file, row);
      else {
        const { line, cells, fault } = row;
        yield { line, record: fault === undefined ? parseCsvRecord(columns, cells) : [fault] };
      }
    }
  } catch (error) {
    // An unclosed quote hides the rest of the file, but the problems before it are still reported.
    if (!(error instanceof TextFileError) || columns === undefined) throw error;
    yield unreadable(error);
  }
}

function unreadable({ line = 0, fault, hint }: TextFileError): ReadRecord {
  return { line, record: [`${fault.charAt(0).toUpperCase()}${fault.slice(1)} ${hint}`] };
}

function readHead(file: string, { line, cells, fault }: CsvRow): string[] {
  const columns = cells.map(name => name.trim());
  const problem = fault ?? checkCsvHead(columns)[0];
  if (problem === undefined) return columns;
  const hint =
    'Use JSON Lines, or CSV whose first line has the columns listed in docs/guides/operator/own-inventory.md.';
  throw new TextFileError({ file, line }, problem, hint);
}
