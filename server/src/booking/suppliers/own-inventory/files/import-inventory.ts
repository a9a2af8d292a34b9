/**
 * Imports a file of own inventory completely, or not at all if a line is invalid. Importing the same file again changes nothing.
 */
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
import { type LineSource, type PropertyLines, type ReportLine, readPropertyLines } from './property-lines.ts';
import { warnUnsellable } from './warn-unsellable.ts';
import { writeCells } from './write-cells.ts';

/** If `text` is set, the content comes with a request, and the import waits only briefly for other imports. */
export interface ImportInventoryOptions extends LineSource {
  dryRun: boolean;
  /** Receives `file:line: problem`, and the line and problem separately. */
  onProblem(text: string, line: number, problem: string): void;
  /** Called for imported data that cannot be sold. Takes the same parameters as `onProblem`. */
  onWarning(text: string, line: number, warning: string): void;
  /** Called for a night with more rooms sold and held than its new total. */
  onExcess(text: string, cell: ExceededCell & { hotelId: string }): void;
  /** Called within the transaction before anything is checked, while no other import can run. */
  onLocked?(tx: Database): Promise<void>;
  /** Called within the transaction after everything is applied, also in a dry run. */
  onApplied?(tx: Database): Promise<void>;
  /** Called within the transaction after everything is written, but not in a dry run. */
  onWritten?(tx: Database, summary: InventorySummary, hotelIds: readonly string[]): Promise<void>;
}

export interface InventorySummary {
  properties: Record<DocumentChange, number>;
  allotments: WrittenCells;
  rates: WrittenCells;
  exceeded: number;
  problems: number;
  warnings: number;
  isWritten: boolean;
}

interface Reports {
  report: ReportLine;
  warn: ReportLine;
}

/** Thrown to roll back a dry run or a failed import. */
class Undo extends Error {}

/** Throws TextFileError if the file as a whole cannot be read. */
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
    report(line, problem) {
      summary.problems += 1;
      options.onProblem(`${options.file}:${line}: ${problem}`, line, problem);
    },
    warn(line, warning) {
      summary.warnings += 1;
      options.onWarning(`${options.file}:${line}: ${warning}`, line, warning);
    },
  };
  const lines = await readPropertyLines(db, options, reports.report);
  try {
    await db.transaction(async tx => {
      await lockInventory(tx, { waits: options.text === undefined });
      await options.onLocked?.(tx);
      const checked = await checkLines(tx, options.environment, lines, reports);
      if (summary.problems > 0) throw new Undo();
      const today = await readToday(tx);
      // In a fixed order, to avoid deadlocks.
      for (const hotelId of [...lines.keys()].sort()) {
        const property = checked.get(hotelId);
        const own = lines.get(hotelId);
        if (property === undefined || own === undefined) continue;
        await write(tx, options, property.document, own, summary);
        await warnUnsellable(tx, { environment: options.environment, today, ...property }, own, reports.warn);
      }
      await options.onApplied?.(tx);
      if (options.dryRun) throw new Undo();
      await options.onWritten?.(tx, summary, [...lines.keys()]);
    });
    return { ...summary, isWritten: true };
  } catch (error) {
    if (error instanceof Undo) return summary;
    throw error;
  }
}

interface CheckedProperty {
  document: InventoryDocument;
  catalogue: CatalogueHotel | undefined;
}

/** Returns the new document of each property, and reports every problem. */
async function checkLines(
  tx: Database,
  environment: Environment,
  lines: ReadonlyMap<string, PropertyLines>,
  { report, warn }: Reports,
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
      for (const problem of checkDocument(value, hotel, stored.get(hotelId))) report(line, problem);
      for (const warning of inactiveParts(value, hotel)) warn(line, warning);
    }
    const document = given[0]?.value ?? stored.get(hotelId);
    if (document === undefined) {
      const unknown = `/hotelId: ${hotelId} has no inventory. Add a property line first.`;
      for (const { line } of [...allotments, ...rates]) report(line, unknown);
      continue;
    }
    checked.set(hotelId, { document, catalogue: hotel });
    for (const { line, value } of allotments)
      for (const text of checkAllotment(value, document)) report(line, text);
    for (const { line, value } of rates) for (const text of checkRate(value, document)) report(line, text);
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
    known.has(roomCode) ? [] : [`/rooms/${i}/roomCode: The catalogue has no such room for this hotel.`],
  );
  // A new currency would change the meaning of all stored amounts.
  if (stored !== undefined && stored.currency !== currency) {
    problems.push(`/currency: The property sells in ${stored.currency}. Its currency cannot be changed.`);
  }
  return problems;
}

/** Inactive hotels and rooms keep their inventory, so that an export can be imported again. */
function inactiveParts({ hotelId, rooms }: InventoryDocument, hotel: CatalogueHotel | undefined): string[] {
  if (hotel === undefined) return [];
  if (!hotel.isActive)
    return [`The hotel ${hotelId} is inactive in the catalogue, so its rooms are not sold.`];
  const inactive = new Set(hotel.rooms.flatMap(({ roomCode, isActive }) => (isActive ? [] : roomCode)));
  return rooms.flatMap(({ roomCode }) =>
    inactive.has(roomCode) ? [`The room ${roomCode} is inactive in the catalogue, so it is not sold.`] : [],
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
    const text = `${hotelId} ${roomCode} ${night}: the rooms sold or held exceed the new total by ${excess}.`;
    onExcess(text, { hotelId, ...cell });
  }
}
