/** Warns about stays that have no price or room after an import, with an example of each. */
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { takeTurn } from '../../../../platform/take-turn.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import type { SoldRoom } from '../../../port/supplier.ts';
import { dayOf } from '../cache/night-blocks.ts';
import { rateBlock } from '../cache/rate-block.ts';
import { compileProperty } from '../stay/compile-property.ts';
import type { Property } from '../stay/property.ts';
import { readRates } from '../stores/read-store.ts';
import { weekdayBitsOf } from './check-lines.ts';
import { type CatalogueHotel, listTotals } from './inventory-files-store.ts';
import type { PropertyLines, ReportLine } from './property-lines.ts';
import { childrenWithoutBand, RoomCheck, type UnsellableStay } from './unsellable-stays.ts';

interface WrittenProperty {
  environment: Environment;
  document: InventoryDocument;
  catalogue: CatalogueHotel | undefined;
  /** The current date by the database clock. */
  today: string;
}

/** At most this many nights are checked, from the first affected night on. */
const MAX_DAYS = 1_100;

/**
 * Number of prices to read and check at a time. Three years of a large property would use too much memory and block bookings for
 * seconds.
 */
const MAX_CELLS = 20_000;
const MIN_DAYS = 16;
/**
 * Number of prices to check before yielding to other work. The property stays locked while yielding, so this must not happen too
 * often.
 */
const CELLS_PER_TURN = 5_000;

/** Call this after the lines are written. */
export async function warnUnsellable(
  tx: Database,
  written: WrittenProperty,
  lines: PropertyLines,
  warn: ReportLine,
): Promise<void> {
  const { document, catalogue, today } = written;
  const sold = catalogue?.rooms.filter(({ isActive }) => isActive) ?? [];
  if (catalogue?.isActive !== true || sold.length === 0) return;
  const property = compileProperty(document);
  const range = nightsOf(lines, addDays(today, -1));
  const stays = lines.documents.length === 0 ? [] : childrenWithoutBand(property, sold);
  stays.push(...(await unsellableStays(tx, written.environment, { property, sold, range, lines })));
  const warnings = stays.map(stay => {
    const [first = 0] = stay.nights;
    const night = addDays(range.from, first);
    return { line: lineOf(stay, night, lines, document), text: textOf(stay, night) };
  });
  for (const { line, text } of warnings.sort((a, b) => a.line - b.line)) warn(line, text);
}

interface StaysToCheck {
  property: Property;
  /** Rooms that are active in the catalogue. */
  sold: readonly SoldRoom[];
  range: { from: string; to: string };
  lines: PropertyLines;
}

/** Checks the nights in batches, and yields to other work in between. */
async function unsellableStays(
  tx: Database,
  environment: Environment,
  { property, sold, range, lines }: StaysToCheck,
): Promise<UnsellableStay[]> {
  const { hotelId } = property;
  const days = Math.min(MAX_DAYS, dayOf(range.to) - dayOf(range.from));
  const totals = await listTotals(tx, environment, hotelId);
  const checks = property.rooms.flatMap(({ roomCode }, type) => {
    const limits = sold.find(room => room.roomCode === roomCode);
    return limits === undefined ? [] : [{ roomCode, check: new RoomCheck(property, type, limits) }];
  });
  const checked = new Map<string, Uint8Array>();
  for (const { roomCode } of checks) {
    checked.set(roomCode, checkedNights(roomCode, lines, range.from, days));
    await takeTurn();
  }
  const part = Math.max(MIN_DAYS, Math.floor(MAX_CELLS / Math.max(1, property.slots.length)));
  let cells = 0;
  for (let offset = 0; offset < days; offset += part) {
    const from = addDays(range.from, offset);
    const to = addDays(from, Math.min(part, days - offset));
    const rows = await readRates(tx, environment, [hotelId], { from, to });
    const rates = Map.groupBy(rows, ({ roomCode }) => roomCode);
    const rooms = Map.groupBy(
      totals.filter(({ night }) => night >= from && night < to),
      ({ roomCode }) => roomCode,
    );
    for (const { roomCode, check } of checks) {
      const [own, given] = [rates.get(roomCode) ?? [], rooms.get(roomCode) ?? []];
      const last = [...own, ...given].reduce((latest, { night }) => (night > latest ? night : latest), '');
      const length = last === '' ? 0 : dayOf(last) - dayOf(from) + 1;
      check.check({
        offset,
        days: length,
        rates: rateBlock({ ...property, slots: check.slots }, from, length, own),
        totals: totalsFrom(from, length, given),
        isChecked: (checked.get(roomCode) as Uint8Array).subarray(offset, offset + length),
      });
      cells += check.slots.length * length;
      if (cells < CELLS_PER_TURN) continue;
      cells = 0;
      await takeTurn();
    }
  }
  return checks.flatMap(({ check }) => check.stays);
}

/** The half-open range of nights to check. A new document may affect every stored night. */
function nightsOf(
  { documents, allotments, rates }: PropertyLines,
  earliest: string,
): { from: string; to: string } {
  if (documents.length > 0) return { from: earliest, to: addDays(earliest, MAX_DAYS) };
  const values = [...allotments, ...rates].map(({ value }) => value);
  const from = values.reduce((first, line) => (line.from < first ? line.from : first), '9999-12-30');
  const to = values.reduce((last, line) => (line.to > last ? line.to : last), earliest);
  return { from: from < earliest ? earliest : from, to: addDays(to, 1) };
}

function totalsFrom(
  first: string,
  days: number,
  rows: readonly { night: string; total: number }[],
): (number | undefined)[] {
  const totals = new Array<number | undefined>(days).fill(undefined);
  for (const { night, total } of rows) {
    const at = dayOf(night) - dayOf(first);
    if (at >= 0 && at < days) totals[at] = total;
  }
  return totals;
}

/** All nights if the file contains the document, otherwise the nights that it sets for the room. */
function checkedNights(roomCode: string, lines: PropertyLines, first: string, days: number): Uint8Array {
  if (lines.documents.length > 0) return new Uint8Array(days).fill(1);
  const checked = new Uint8Array(days);
  for (const { value } of [...lines.allotments, ...lines.rates]) {
    if (value.roomCode !== roomCode) continue;
    const to = Math.min(days - 1, dayOf(value.to) - dayOf(first));
    for (let at = Math.max(0, dayOf(value.from) - dayOf(first)); at <= to; at++) {
      if (isOn(value, addDays(first, at))) checked[at] = 1;
    }
  }
  return checked;
}

interface NightRange {
  from: string;
  to: string;
  weekdays?: Parameters<typeof weekdayBitsOf>[0]['weekdays'];
}

function isOn(range: NightRange, night: string): boolean {
  const day = (new Date(night).getUTCDay() + 6) % 7;
  return night >= range.from && night <= range.to && ((weekdayBitsOf(range) >> day) & 1) === 1;
}

/**
 * Returns a rate line of one of the plans or their parents for the night, otherwise another line about the night,
 * otherwise the line of the document.
 */
function lineOf(
  { roomCode, planCodes }: UnsellableStay,
  night: string,
  { documents, allotments, rates }: PropertyLines,
  { plans }: InventoryDocument,
): number {
  const sources = new Set(planCodes);
  for (const { code, derivedFrom } of plans.toReversed())
    if (sources.has(code) && derivedFrom) sources.add(derivedFrom.plan);
  const about = [...rates, ...allotments].filter(
    ({ value }) => value.roomCode === roomCode && isOn(value, night),
  );
  const priced = about.find(({ value }) => 'planCode' in value && sources.has(value.planCode));
  return (priced ?? about[0] ?? documents[0])?.line ?? 1;
}

function textOf(
  { roomCode, planCodes, party, nights, reason }: UnsellableStay,
  night: string | undefined,
): string {
  const where = [roomCode, planCodes.join(', ')].filter(Boolean).join(' ');
  const when = nights.size === 0 ? '' : ` on ${night}${more(nights.size - 1)}`;
  return `Not sold: ${where}, ${party}${when}: ${reason}.`;
}

function more(nights: number): string {
  if (nights === 0) return '';
  return nights === 1 ? ' and 1 more night' : ` and ${nights} more nights`;
}
