/** Occupancy, ADR, revenue and pickup of own inventory. All amounts are exact sums of minor units. Pure. */
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { spreadEvenly } from '../stay/spread-evenly.ts';

/** A booking as far as the figures need it. Cancelled bookings count only against the pickup. */
export interface StayFigures {
  checkIn: string;
  checkOut: string;
  roomCodes: readonly string[];
  netMinor: number;
  /** All nights of the first room, then of the second. Null for bookings made before nightly prices were stored. */
  nightlyMinor: readonly number[] | null;
  isCancelled: boolean;
  /** Whether it was booked within the pickup period. */
  isNew: boolean;
  /** Whether it was cancelled within the pickup period. */
  isNewlyCancelled: boolean;
}

export interface NightFigures {
  allotment: number;
  sold: number;
  revenueMinor: number;
  pickupRooms: number;
  pickupMinor: number;
}

export interface PerformanceRows {
  allotments: readonly { night: string; roomCode: string; allotment: number }[];
  stays: readonly StayFigures[];
}

/** Returns one element per night from `from` (included) to `to` (excluded). */
export function nightFigures(
  { allotments, stays }: PerformanceRows,
  { from, to }: { from: string; to: string },
  roomCode: string | undefined,
): NightFigures[] {
  const figures = Array.from(
    { length: nightsBetween(from, to) },
    (): NightFigures => ({ allotment: 0, sold: 0, revenueMinor: 0, pickupRooms: 0, pickupMinor: 0 }),
  );
  const isShown = (code: string) => roomCode === undefined || code === roomCode;
  for (const row of allotments) {
    const night = figures[nightsBetween(from, row.night)];
    if (night !== undefined && isShown(row.roomCode)) night.allotment += row.allotment;
  }
  for (const stay of stays) {
    const nights = nightsBetween(stay.checkIn, stay.checkOut);
    const prices = pricesOf(stay, nights);
    const pickup = pickupOf(stay);
    const first = nightsBetween(from, stay.checkIn);
    for (const [room, code] of stay.roomCodes.entries()) {
      if (!isShown(code)) continue;
      for (let at = 0; at < nights; at++) {
        const night = figures[first + at];
        if (night === undefined) continue;
        const minor = prices[room * nights + at] ?? 0;
        night.pickupRooms += pickup;
        night.pickupMinor += pickup * minor;
        if (stay.isCancelled) continue;
        night.sold += 1;
        night.revenueMinor += minor;
      }
    }
  }
  return figures;
}

function pricesOf({ nightlyMinor, netMinor, roomCodes }: StayFigures, nights: number): readonly number[] {
  return nightlyMinor ?? spreadEvenly(netMinor, new Array<number>(roomCodes.length * nights).fill(0));
}

/** A booking that was made and cancelled within the period does not count. */
function pickupOf({ isNew, isNewlyCancelled, isCancelled }: StayFigures): number {
  if (isNew) return isCancelled ? 0 : 1;
  return isNewlyCancelled ? -1 : 0;
}

export function totalFigures(nights: readonly NightFigures[]): NightFigures {
  const sum = (pick: (night: NightFigures) => number) =>
    nights.reduce((total, night) => total + pick(night), 0);
  return {
    allotment: sum(night => night.allotment),
    sold: sum(night => night.sold),
    revenueMinor: sum(night => night.revenueMinor),
    pickupRooms: sum(night => night.pickupRooms),
    pickupMinor: sum(night => night.pickupMinor),
  };
}

/** Rounded half up to one decimal. Can exceed 100 if the allotment was lowered after rooms were sold. */
export function occupancyPercent({ sold, allotment }: NightFigures): string | null {
  if (allotment === 0) return null;
  return (Math.floor((sold * 2_000 + allotment) / (allotment * 2)) / 10).toFixed(1);
}

/** Rounded half up. */
export function adrMinor({ sold, revenueMinor }: NightFigures): number | null {
  if (sold === 0) return null;
  return Number((BigInt(revenueMinor) * 2n + BigInt(sold)) / (BigInt(sold) * 2n));
}

export function datesOf({ from, to }: { from: string; to: string }): string[] {
  return Array.from({ length: nightsBetween(from, to) }, (_, at) => addDays(from, at));
}
