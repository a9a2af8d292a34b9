/** Warns of stays that the lines of an import leave without a price or a room, with an example of each. */
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { dayOf } from '../memory/block-nights.ts';
import { rateBlock } from '../memory/rate-block.ts';
import { compileProperty } from '../stay/compile-property.ts';
import type { Property } from '../stay/property.ts';
import { readRates } from '../stores/read-store.ts';
import { weekdayBitsOf } from './check-lines.ts';
import { type CatalogueHotel, listTotals } from './inventory-files-store.ts';
import type { PropertyLines, Tell } from './property-lines.ts';
import {
  childrenWithoutBand,
  type NightsToCheck,
  type UnsellableStay,
  unsellableStays,
} from './unsellable-stays.ts';

interface WrittenProperty {
  environment: Environment;
  document: InventoryDocument;
  catalogue: CatalogueHotel | undefined;
  /** The date from which on stays can still be sold. */
  today: string;
}

/** Later nights are not checked. */
const MOST_DAYS = 1_100;

/** Called when the lines are written. */
export async function warnUnsellable(
  tx: Database,
  { environment, document, catalogue, today }: WrittenProperty,
  lines: PropertyLines,
  warn: Tell,
): Promise<void> {
  const sold = catalogue?.rooms.filter(({ isActive }) => isActive) ?? [];
  if (catalogue?.isActive !== true || sold.length === 0) return;
  const { hotelId } = document;
  const property = compileProperty(document);
  const [given] = lines.documents;
  const range = nightsOf(lines, addDays(today, -1));
  const rates = await readRates(tx, environment, [hotelId], range);
  const totals = (await listTotals(tx, environment, hotelId)).filter(
    ({ night }) => night >= range.from && night < range.to,
  );
  const last = [...rates, ...totals].reduce((latest, { night }) => (night > latest ? night : latest), '');
  const days = last === '' ? 0 : Math.min(MOST_DAYS, dayOf(last) - dayOf(range.from) + 1);
  const inRange = rates.filter(({ night }) => dayOf(night) - dayOf(range.from) < days);
  const nights: NightsToCheck = {
    ...{ property, sold, days },
    rates: rateBlock(property, range.from, days, inRange),
    totals: totalsByType(property, range.from, days, totals),
    isChecked: property.rooms.map(({ roomCode }) => checkedNights(roomCode, lines, range.from, days)),
  };
  const stays = [...(given === undefined ? [] : childrenWithoutBand(nights)), ...unsellableStays(nights)];
  const warnings = stays.map(stay => {
    const [first = 0] = stay.nights;
    const night = addDays(range.from, first);
    return { line: lineOf(stay, night, lines, document), text: textOf(stay, night) };
  });
  for (const { line, text } of warnings.sort((a, b) => a.line - b.line)) warn(line, text);
}

/** Half-open. A document may change the meaning of every night that is stored. */
function nightsOf(
  { documents, allotments, rates }: PropertyLines,
  earliest: string,
): { from: string; to: string } {
  if (documents.length > 0) return { from: earliest, to: addDays(earliest, MOST_DAYS) };
  const values = [...allotments, ...rates].map(({ value }) => value);
  const from = values.reduce((first, line) => (line.from < first ? line.from : first), '9999-12-30');
  const to = values.reduce((last, line) => (line.to > last ? line.to : last), earliest);
  return { from: from < earliest ? earliest : from, to: addDays(to, 1) };
}

function totalsByType(
  { rooms }: Property,
  first: string,
  days: number,
  rows: readonly { roomCode: string; night: string; total: number }[],
): (number | undefined)[][] {
  const byType = rooms.map(() => new Array<number | undefined>(days).fill(undefined));
  const types = new Map(rooms.map(({ roomCode }, type) => [roomCode, type]));
  for (const { roomCode, night, total } of rows) {
    const cells = byType[types.get(roomCode) ?? -1];
    if (cells !== undefined && dayOf(night) - dayOf(first) < days) cells[dayOf(night) - dayOf(first)] = total;
  }
  return byType;
}

/** All nights if the file has the document, and otherwise those that it names for the room. */
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

/** The line that sets a price of the night, else another line about the night, else that of the document. */
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
  { roomCode, planCodes, who, nights, why }: UnsellableStay,
  night: string | undefined,
): string {
  const where = [roomCode, planCodes.join(', ')].filter(Boolean).join(' ');
  const when = nights.size === 0 ? '' : ` on ${night}${more(nights.size - 1)}`;
  return `Not sold: ${where}, ${who}${when}: ${why}.`;
}

function more(nights: number): string {
  if (nights === 0) return '';
  return nights === 1 ? ' and 1 more night' : ` and ${nights} more nights`;
}
