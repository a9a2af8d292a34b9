/**
 * Shows the rows of a property as calendar nights: effective values, the values that the plan sets itself, and free rooms. Pure.
 */
import type { showCalendar } from '@serai/contract/account/inventory-calendar.ts';
import { derivedMinor, type Step } from '@serai/contract/inventory/derivation.ts';
import { RATE_FIELDS } from '@serai/contract/inventory/inventory-cells.ts';
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { z } from 'zod';
import { toMoney } from '../../../../platform/money/minor-units.ts';
import { nightsOf } from '../../../../platform/time/civil-date.ts';
import { type RateRow, rateBlock } from '../cache/rate-block.ts';
import type { RateCells } from '../stay/cells.ts';
import { compileProperty } from '../stay/compile-property.ts';
import { CLOSED, nightPrice } from '../stay/night-price.ts';
import type { PropertyPlan, Slot } from '../stay/property.ts';
import { partyOfAdults } from '../stay/room-party.ts';
import type { Nights, OpenHold } from '../stores/read-store.ts';
import { shownName } from './inventory-parts.ts';
import type { RoomsOfNight } from './operator-inventory-store.ts';

type Output = z.input<typeof showCalendar.output>;
type CalendarRoom = Output['rooms'][number];
type RateNight = CalendarRoom['plans'][number]['nights'][number];

export interface CalendarRows {
  rooms: readonly RoomsOfNight[];
  rates: readonly RateRow[];
  holds: readonly OpenHold[];
  names: ReadonlyMap<string, string>;
}

/** If `roomCode` is given, the other room types are left out. */
export function calendarRooms(
  document: InventoryDocument,
  rows: CalendarRows,
  { from, to }: Nights,
  roomCode: string | undefined,
): CalendarRoom[] {
  const property = compileProperty(document);
  const cells = rateBlock(property, from, nightsBetween(from, to), rows.rates);
  const held = heldRooms(rows.holds);
  const nightsOfRoom = Map.groupBy(rows.rooms, row => row.roomCode);
  const byNight = new Map(rows.rates.map(row => [rateKey(row.planCode, row.roomCode, row.night), row]));
  const dates = [...new Set(rows.rates.map(({ night }) => night))].sort();
  return property.rooms.flatMap((room, at) => {
    if (roomCode !== undefined && room.roomCode !== roomCode) return [];
    const slots = property.slots.filter(slot => slot.room === at);
    return [
      {
        roomCode: room.roomCode,
        name: rows.names.get(room.roomCode) ?? room.roomCode,
        nights: (nightsOfRoom.get(room.roomCode) ?? []).map(row => roomNight(row, held)),
        plans: slots.map(slot => {
          const plan = property.plans[slot.plan] as PropertyPlan;
          const guestAdults = Math.min(2, room.maxAdults, room.maxTotal);
          const guestPrice = (night: string) => {
            const slotCells = cells[property.slots.indexOf(slot)] as RateCells;
            const party = partyOfAdults(room, guestAdults);
            return nightPrice(plan, room, slotCells, nightsBetween(from, night), party);
          };
          const nights = dates.flatMap(night => {
            const sources = slot.sources.map(({ planCode }) =>
              byNight.get(rateKey(planCode, room.roomCode, night)),
            );
            const shown = rateNight(night, sources, plan, document.currency);
            if (shown === undefined) return [];
            const minor = guestPrice(night);
            return minor === CLOSED
              ? shown
              : { ...shown, guestPrice: toMoney(minor, document.currency).amount };
          });
          return { ...planHead(plan, slot), guestAdults, nights };
        }),
      },
    ];
  });
}

const rateKey = (...parts: readonly string[]) => JSON.stringify(parts);

function planHead({ code, name, board, priceModel, active }: PropertyPlan, { sources }: Slot) {
  return {
    planCode: code,
    name: shownName(name),
    board,
    priceModel,
    active,
    derivedFrom: sources[1]?.planCode ?? null,
  };
}

/** Rooms in open holds by room type and night. The table may still count expired holds, which the next write removes. */
function heldRooms(holds: readonly OpenHold[]): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const { checkIn, checkOut, roomCodes } of holds) {
    for (const night of nightsOf(checkIn, checkOut)) {
      for (const roomCode of roomCodes) {
        const key = rateKey(roomCode, night);
        held.set(key, (held.get(key) ?? 0) + 1);
      }
    }
  }
  return held;
}

function roomNight(row: RoomsOfNight, heldOf: ReadonlyMap<string, number>): CalendarRoom['nights'][number] {
  const { night, total, sold } = row;
  const held = heldOf.get(rateKey(row.roomCode, night)) ?? 0;
  const allotment = total - row.excess;
  return {
    night,
    allotment,
    sold,
    held,
    free: Math.max(0, allotment - sold - held),
    excess: Math.max(0, sold + held - allotment),
  };
}

type Sources = readonly (RateRow | undefined)[];

/** Returns undefined if neither the plan nor its parents set anything. */
function rateNight(
  night: string,
  sources: Sources,
  { steps }: PropertyPlan,
  currency: string,
): RateNight | undefined {
  const values: Record<string, unknown> = {};
  for (const field of RATE_FIELDS) {
    const value =
      field === 'byAdults' || field === 'children'
        ? inheritedMap(sources, field, steps, currency)
        : inherited(sources, field, steps, currency);
    if (value !== undefined) values[field] = value;
  }
  if (Object.keys(values).length === 0) return undefined;
  return { night, ...values, own: ownFields(sources[0]) };
}

/** Each key of a map is a separate field, such as `byAdults.2`. */
function ownFields(row: RateRow | undefined): string[] {
  if (row === undefined) return [];
  return RATE_FIELDS.flatMap(field => {
    const value = row[field];
    if (value === null) return [];
    return typeof value === 'object' ? Object.keys(value).map(key => `${field}.${key}`) : [field];
  });
}

function inherited(
  sources: Sources,
  field: Exclude<(typeof RATE_FIELDS)[number], 'byAdults' | 'children'>,
  steps: readonly Step[],
  currency: string,
): string | number | boolean | undefined {
  const level = sources.findIndex(row => row !== undefined && row[field] !== null);
  const value = sources[level]?.[field];
  if (value === null || value === undefined) return undefined;
  if (field !== 'amount' && field !== 'extraAdult') return value;
  return priceText(value as number, steps[level], field === 'extraAdult', currency);
}

/** Each key of the map is inherited separately. */
function inheritedMap(
  sources: Sources,
  field: 'byAdults' | 'children',
  steps: readonly Step[],
  currency: string,
): Record<string, string> | undefined {
  const prices: Record<string, string> = {};
  for (const [level, row] of sources.entries()) {
    for (const [key, minor] of Object.entries(row?.[field] ?? {})) {
      prices[key] ??= priceText(minor, steps[level], field === 'children', currency);
    }
  }
  return Object.keys(prices).length === 0 ? undefined : prices;
}

function priceText(minor: number, step: Step | undefined, isExtra: boolean, currency: string): string {
  return toMoney(derivedMinor(minor, step as Step, { isExtra }), currency).amount;
}
