/** Reads a whole inventory file and groups its lines by property, whichever id they name it by. */

import { withCanonicalAmounts } from '@serai/contract/inventory/document-rules.ts';
import type { AllotmentLine, RateLine } from '@serai/contract/inventory/inventory-cells.ts';
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { takeTurn } from '../../../../platform/take-turn.ts';
import { TextFileError } from '../../../../platform/text-files/text-file-error.ts';
import { findHotelsBySource } from './inventory-files-store.ts';
import type { InventoryRecord } from './inventory-record.ts';
import { Overlaps } from './overlaps.ts';
import { readRecords, readTextRecords } from './read-records.ts';

export interface Placed<T> {
  line: number;
  value: T;
}

/** All lines of one property. */
export interface PropertyLines {
  documents: Placed<InventoryDocument>[];
  allotments: Placed<AllotmentLine>[];
  rates: Placed<RateLine>[];
}

export interface LineSource {
  file: string;
  /** The content itself, if it came with a request. */
  text?: string;
  environment: Environment;
  onProgress(lines: number, share: number): void;
}

export type Tell = (line: number, what: string) => void;

type PlacedRecord = InventoryRecord & { line: number };

/** Records handled before the event loop gets a turn. */
const RECORDS_A_TURN = 200;

/** By hotel id. Fails with TextFileError if the file as a whole cannot be read. */
export async function readPropertyLines(
  db: Database,
  source: LineSource,
  tell: Tell,
): Promise<Map<string, PropertyLines>> {
  const records = await readAll(source, tell);
  const sourceIds = new Set(records.flatMap(({ value }) => value.sourceId ?? []));
  const hotels =
    sourceIds.size > 0 ? await findHotelsBySource(db, source.environment, [...sourceIds]) : new Map();
  const lines = new Map<string, PropertyLines>();
  const overlaps = new Overlaps();
  for (const [i, record] of records.entries()) {
    if (i % RECORDS_A_TURN === 0) await takeTurn();
    const hotelId = hotelOf(record, hotels, tell);
    if (hotelId === undefined) continue;
    const own = lines.get(hotelId) ?? { documents: [], allotments: [], rates: [] };
    lines.set(hotelId, own);
    addRecord(own, hotelId, record, overlaps, tell);
  }
  return lines;
}

async function readAll({ file, text, onProgress }: LineSource, tell: Tell): Promise<PlacedRecord[]> {
  const records: PlacedRecord[] = [];
  let [count, share] = [0, 0];
  const onShare = (now: number) => {
    share = now;
  };
  const read = text === undefined ? readRecords(file, onShare) : readTextRecords(file, text);
  for await (const { line, record } of read) {
    onProgress(++count, share);
    if (count % RECORDS_A_TURN === 0) await takeTurn();
    if (Array.isArray(record)) for (const problem of record) tell(line, problem);
    else records.push({ line, ...record });
  }
  if (count === 0) {
    throw new TextFileError({ file }, 'the file contains no record.', 'Give a file with one record a line.');
  }
  return records;
}

/** Undefined if the line names no hotel that the catalogue knows. */
function hotelOf(
  { line, value: { hotelId, sourceId } }: PlacedRecord,
  hotels: ReadonlyMap<string, string>,
  tell: Tell,
): string | undefined {
  if (sourceId === undefined) return hotelId;
  const found = hotels.get(sourceId);
  if (found === undefined) {
    tell(line, `/sourceId: The catalogue has no hotel with the sourceId "${sourceId}".`);
  } else if (hotelId !== undefined && hotelId !== found) {
    tell(line, `/sourceId: The catalogue has "${sourceId}" as ${found}, not ${hotelId}.`);
    return undefined;
  }
  return found;
}

function addRecord(
  own: PropertyLines,
  hotelId: string,
  { line, type, value: { sourceId: _, ...rest } }: PlacedRecord,
  overlaps: Overlaps,
  tell: Tell,
): void {
  const value = { ...rest, hotelId };
  if (type === 'property') {
    const [before] = own.documents;
    if (before !== undefined) tell(line, `/hotelId: Line ${before.line} describes this property already.`);
    own.documents.push({ line, value: withCanonicalAmounts(value as InventoryDocument) });
    return;
  }
  for (const problem of overlaps.add(value as RateLine, line)) tell(line, problem);
  if (type === 'allotment') own.allotments.push({ line, value: value as AllotmentLine });
  else own.rates.push({ line, value: value as RateLine });
}
