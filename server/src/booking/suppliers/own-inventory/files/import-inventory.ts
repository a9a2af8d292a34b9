/** Imports a file of own inventory: all of it, or nothing where a line is bad. The same file again changes nothing. */
import type { AllotmentLine, RateLine } from '@serai/contract/inventory/inventory-cells.ts';
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { takeTurn } from '../../../../platform/take-turn.ts';
import { TextFileError } from '../../../../platform/text-files/text-file-error.ts';
import { readDocuments } from '../stores/read-store.ts';
import { lockProperty } from '../stores/rooms-store.ts';
import {
  type DocumentChange,
  type ExceededCell,
  type WrittenCells,
  writeDocument,
} from '../stores/write-store.ts';
import { checkAllotment, checkRate } from './check-lines.ts';
import { lockInventory, readCatalogueRooms } from './inventory-files-store.ts';
import { Overlaps } from './overlaps.ts';
import { readRecords, readTextRecords } from './read-records.ts';
import { writeCells } from './write-cells.ts';

export interface ImportInventoryOptions {
  file: string;
  /** What would stand in the file, where it comes with a request: such an import waits for others only briefly. */
  text?: string;
  environment: Environment;
  /** Finds out what would happen, and writes nothing. */
  dryRun: boolean;
  /** `file:line: what`, and the same apart. */
  onProblem(text: string, line: number, what: string): void;
  /** A night that has more sold and held than its new total. */
  onExcess(text: string, cell: ExceededCell & { hotelId: string }): void;
  onProgress(lines: number, share: number): void;
  /** Told in the transaction, when all is written. */
  onWritten?(tx: Database, summary: InventorySummary, hotelIds: readonly string[]): Promise<void>;
}

export interface InventorySummary {
  properties: Record<DocumentChange, number>;
  allotments: WrittenCells;
  rates: WrittenCells;
  exceeded: number;
  problems: number;
  isWritten: boolean;
}

interface Placed<T> {
  line: number;
  value: T;
}

/** What a file says of one property. */
interface PropertyLines {
  documents: Placed<InventoryDocument>[];
  allotments: Placed<AllotmentLine>[];
  rates: Placed<RateLine>[];
}

/** Read between two looks at the network. */
const LINES_A_TURN = 200;

/** Thrown to undo a dry run. */
class Undo extends Error {}

/** Fails with TextFileError where the file as a whole cannot be read. */
export async function importInventory(
  db: Database,
  options: ImportInventoryOptions,
): Promise<InventorySummary> {
  const summary: InventorySummary = {
    properties: { created: 0, changed: 0, unchanged: 0 },
    allotments: { created: 0, changed: 0 },
    rates: { created: 0, changed: 0 },
    exceeded: 0,
    problems: 0,
    isWritten: false,
  };
  const tell = (line: number, what: string) => {
    summary.problems += 1;
    options.onProblem(`${options.file}:${line}: ${what}`, line, what);
  };
  const lines = await readLines(options, tell);
  try {
    await db.transaction(async tx => {
      await lockInventory(tx, { patiently: options.text === undefined });
      const documents = await checkLines(tx, options.environment, lines, tell);
      if (summary.problems > 0) throw new Undo();
      // In one order, so that nobody waits in a circle.
      for (const hotelId of [...lines.keys()].sort()) {
        const document = documents.get(hotelId);
        const own = lines.get(hotelId);
        if (document !== undefined && own !== undefined) await write(tx, options, document, own, summary);
      }
      if (options.dryRun) throw new Undo();
      await options.onWritten?.(tx, summary, [...lines.keys()]);
    });
    return { ...summary, isWritten: true };
  } catch (error) {
    if (error instanceof Undo) return summary;
    throw error;
  }
}

async function readLines(
  { file, text, onProgress }: ImportInventoryOptions,
  tell: (line: number, what: string) => void,
): Promise<Map<string, PropertyLines>> {
  const lines = new Map<string, PropertyLines>();
  const overlaps = new Overlaps();
  let count = 0;
  let share = 0;
  const onShare = (now: number) => {
    share = now;
  };
  const records = text === undefined ? readRecords(file, onShare) : readTextRecords(file, text);
  for await (const { line, record } of records) {
    onProgress(++count, share);
    if (count % LINES_A_TURN === 0) await takeTurn();
    if (Array.isArray(record)) {
      for (const problem of record) tell(line, problem);
      continue;
    }
    const { hotelId } = record.value;
    const own = lines.get(hotelId) ?? { documents: [], allotments: [], rates: [] };
    lines.set(hotelId, own);
    if (record.type === 'property') {
      const [before] = own.documents;
      if (before !== undefined) tell(line, `/hotelId: Line ${before.line} describes this property already.`);
      own.documents.push({ line, value: record.value });
      continue;
    }
    for (const problem of overlaps.add(record.value, line)) tell(line, problem);
    if (record.type === 'allotment') own.allotments.push({ line, value: record.value });
    else own.rates.push({ line, value: record.value });
  }
  if (count === 0) {
    throw new TextFileError({ file }, 'the file holds no record.', 'Give a file with one record a line.');
  }
  return lines;
}

/** The document of each property as it will be; everything that does not fit is told. */
async function checkLines(
  tx: Database,
  environment: Environment,
  lines: ReadonlyMap<string, PropertyLines>,
  tell: (line: number, what: string) => void,
): Promise<Map<string, InventoryDocument>> {
  const hotelIds = [...lines.keys()];
  const catalogue = new Map(
    (await readCatalogueRooms(tx, environment, hotelIds)).map(({ hotelId, roomCodes }) => [
      hotelId,
      roomCodes,
    ]),
  );
  const stored = new Map(
    (await readDocuments(tx, environment, hotelIds)).map(({ hotelId, document }) => [hotelId, document]),
  );
  const documents = new Map<string, InventoryDocument>();
  for (const [hotelId, { documents: given, allotments, rates }] of lines) {
    for (const { line, value } of given) {
      for (const problem of checkDocument(value, catalogue.get(hotelId), stored.get(hotelId)))
        tell(line, problem);
    }
    const document = given[0]?.value ?? stored.get(hotelId);
    if (document === undefined) {
      const unknown = `/hotelId: ${hotelId} has no inventory; describe the property first.`;
      for (const { line } of [...allotments, ...rates]) tell(line, unknown);
      continue;
    }
    documents.set(hotelId, document);
    for (const { line, value } of allotments)
      for (const text of checkAllotment(value, document)) tell(line, text);
    for (const { line, value } of rates) for (const text of checkRate(value, document)) tell(line, text);
  }
  return documents;
}

function checkDocument(
  { hotelId, rooms, currency }: InventoryDocument,
  catalogue: readonly string[] | undefined,
  stored: InventoryDocument | undefined,
): string[] {
  if (catalogue === undefined) return [`/hotelId: The catalogue has no active hotel ${hotelId}.`];
  const problems = rooms.flatMap(({ roomCode }, i) =>
    catalogue.includes(roomCode)
      ? []
      : [`/rooms/${i}/roomCode: The catalogue has no such active room of this hotel.`],
  );
  // The amounts of all its nights would mean something else.
  if (stored !== undefined && stored.currency !== currency) {
    problems.push(`/currency: The property sells in ${stored.currency}, and its currency cannot be changed.`);
  }
  return problems;
}

async function write(
  tx: Database,
  { environment, onExcess }: ImportInventoryOptions,
  document: InventoryDocument,
  { documents, allotments, rates }: PropertyLines,
  summary: InventorySummary,
): Promise<void> {
  const { hotelId, currency } = document;
  const property = { environment, hotelId };
  if (documents.length > 0) summary.properties[await writeDocument(tx, property, document)] += 1;
  await lockProperty(tx, property);
  const written = await writeCells(tx, property, currency, {
    allotments: allotments.map(({ value }) => value),
    rates: rates.map(({ value }) => value),
  });
  for (const kind of ['allotments', 'rates'] as const) {
    summary[kind].created += written[kind].created;
    summary[kind].changed += written[kind].changed;
  }
  summary.exceeded += written.exceeded.length;
  for (const cell of written.exceeded) {
    const { roomCode, night, excess } = cell;
    const text = `${hotelId} ${roomCode} ${night}: ${excess} more sold or held than the new total.`;
    onExcess(text, { hotelId, ...cell });
  }
}
