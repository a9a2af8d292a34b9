/** Imports a file of own inventory: all of it, or nothing where a line is bad. The same file again changes nothing. */
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { readDocuments } from '../stores/read-store.ts';
import { lockProperty } from '../stores/rooms-store.ts';
import {
  type DocumentChange,
  type ExceededCell,
  type WrittenCells,
  writeDocument,
} from '../stores/write-store.ts';
import { checkAllotment, checkRate } from './check-lines.ts';
import {
  type CatalogueHotel,
  lockInventory,
  readCatalogueHotels,
  readToday,
} from './inventory-files-store.ts';
import { type LineSource, type PropertyLines, readPropertyLines, type Tell } from './property-lines.ts';
import { warnUnsellable } from './warn-unsellable.ts';
import { writeCells } from './write-cells.ts';

/** With a `text` it comes with a request, and waits for other imports only briefly. */
export interface ImportInventoryOptions extends LineSource {
  /** Finds out what would happen, and writes nothing. */
  dryRun: boolean;
  /** `file:line: what`, and the same apart. */
  onProblem(text: string, line: number, what: string): void;
  /** Something that is written but cannot be sold; the parameters are those of `onProblem`. */
  onWarning(text: string, line: number, what: string): void;
  /** A night that has more sold and held than its new total. */
  onExcess(text: string, cell: ExceededCell & { hotelId: string }): void;
  /** Told in the transaction, when all is written. */
  onWritten?(tx: Database, summary: InventorySummary, hotelIds: readonly string[]): Promise<void>;
}

export interface InventorySummary {
  properties: Record<DocumentChange, number>;
  allotments: WrittenCells;
  rates: WrittenCells;
  exceeded: number;
  problems: number;
  /** What is written but cannot be sold. */
  warnings: number;
  isWritten: boolean;
}

interface Reports {
  tell: Tell;
  warn: Tell;
}

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
    warnings: 0,
    isWritten: false,
  };
  const reports: Reports = {
    tell(line, what) {
      summary.problems += 1;
      options.onProblem(`${options.file}:${line}: ${what}`, line, what);
    },
    warn(line, what) {
      summary.warnings += 1;
      options.onWarning(`${options.file}:${line}: ${what}`, line, what);
    },
  };
  const lines = await readPropertyLines(db, options, reports.tell);
  try {
    await db.transaction(async tx => {
      await lockInventory(tx, { patiently: options.text === undefined });
      const checked = await checkLines(tx, options.environment, lines, reports);
      if (summary.problems > 0) throw new Undo();
      const today = await readToday(tx);
      // In one order, so that nobody waits in a circle.
      for (const hotelId of [...lines.keys()].sort()) {
        const property = checked.get(hotelId);
        const own = lines.get(hotelId);
        if (property === undefined || own === undefined) continue;
        await write(tx, options, property.document, own, summary);
        await warnUnsellable(tx, { environment: options.environment, today, ...property }, own, reports.warn);
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

/** A property with everything that its lines are checked against. */
interface CheckedProperty {
  document: InventoryDocument;
  catalogue: CatalogueHotel | undefined;
}

/** The document of each property as it will be. Every problem is reported. */
async function checkLines(
  tx: Database,
  environment: Environment,
  lines: ReadonlyMap<string, PropertyLines>,
  { tell, warn }: Reports,
): Promise<Map<string, CheckedProperty>> {
  const hotelIds = [...lines.keys()];
  const hotels = await readCatalogueHotels(tx, environment, hotelIds);
  const catalogue = new Map(hotels.map(hotel => [hotel.hotelId, hotel]));
  const stored = new Map(
    (await readDocuments(tx, environment, hotelIds)).map(({ hotelId, document }) => [hotelId, document]),
  );
  const checked = new Map<string, CheckedProperty>();
  for (const [hotelId, { documents: given, allotments, rates }] of lines) {
    const hotel = catalogue.get(hotelId);
    for (const { line, value } of given) {
      for (const problem of checkDocument(value, hotel, stored.get(hotelId))) tell(line, problem);
      for (const warning of endedParts(value, hotel)) warn(line, warning);
    }
    const document = given[0]?.value ?? stored.get(hotelId);
    if (document === undefined) {
      const unknown = `/hotelId: ${hotelId} has no inventory; describe the property first.`;
      for (const { line } of [...allotments, ...rates]) tell(line, unknown);
      continue;
    }
    checked.set(hotelId, { document, catalogue: hotel });
    for (const { line, value } of allotments)
      for (const text of checkAllotment(value, document)) tell(line, text);
    for (const { line, value } of rates) for (const text of checkRate(value, document)) tell(line, text);
  }
  return checked;
}

function checkDocument(
  { hotelId, rooms, currency }: InventoryDocument,
  hotel: CatalogueHotel | undefined,
  stored: InventoryDocument | undefined,
): string[] {
  if (hotel === undefined) return [`/hotelId: The catalogue has no hotel ${hotelId}.`];
  const known = new Set(hotel.rooms.map(({ roomCode }) => roomCode));
  const problems = rooms.flatMap(({ roomCode }, i) =>
    known.has(roomCode) ? [] : [`/rooms/${i}/roomCode: The catalogue has no such room of this hotel.`],
  );
  // The amounts of all its nights would mean something else.
  if (stored !== undefined && stored.currency !== currency) {
    problems.push(`/currency: The property sells in ${stored.currency}, and its currency cannot be changed.`);
  }
  return problems;
}

/** Hotels and rooms that ended keep their inventory, so that an export can be imported again. */
function endedParts({ hotelId, rooms }: InventoryDocument, hotel: CatalogueHotel | undefined): string[] {
  if (hotel === undefined) return [];
  if (!hotel.isActive)
    return [`The hotel ${hotelId} is not active in the catalogue, so none of its stays is sold.`];
  const ended = new Set(hotel.rooms.flatMap(({ roomCode, isActive }) => (isActive ? [] : roomCode)));
  return rooms.flatMap(({ roomCode }) =>
    ended.has(roomCode) ? [`The room ${roomCode} is not active in the catalogue, so it is not sold.`] : [],
  );
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
