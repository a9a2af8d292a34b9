/**
 * Pure. Between moments and the clocks of an IANA zone. A local time stands for the first moment at which the clocks there show it
 * or a later one: an hour that comes twice counts from its first time, and an hour that is left out begins and ends with the change.
 */
import { dateAt } from './civil-date.ts';
import { ZoneMemory } from './zone-memory.ts';
import { zoneOffsetMs } from './zone-offset.ts';

const LOCAL = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** A local time, `2027-03-10T18:00`, as if in UTC. Throws RangeError for anything else. */
export function readLocalTime(local: string): number {
  const ms = LOCAL.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  // Parsing turns the 30th of February into the 2nd of March.
  if (Number.isNaN(ms) || !dateAt(ms, 0).startsWith(local.slice(0, 10))) {
    throw new RangeError('A local time must read like 2027-03-10T18:00.');
  }
  return ms;
}

// The offers of an answer share their few deadlines.
const moments = new ZoneMemory(findMoment);
const texts = new ZoneMemory(writeText);

/** The moment of a local time in a zone. */
export function momentOf(local: string, timeZone: string): number {
  return moments.get(local, timeZone);
}

function findMoment(local: string, timeZone: string): number {
  const asUtc = readLocalTime(local);
  const before = asUtc - zoneOffsetMs(timeZone, asUtc - DAY_MS);
  const after = asUtc - zoneOffsetMs(timeZone, asUtc + DAY_MS);
  if (before === after) return before;
  const [first, second] = before < after ? [before, after] : [after, before];
  if (showsAt(first, asUtc, timeZone)) return first;
  if (showsAt(second, asUtc, timeZone)) return second;
  return changeBetween(first, second, timeZone);
}

/** `2027-03-10T18:00:00+01:00`, whole seconds. */
export function zonedText(ms: number, timeZone: string): string {
  return texts.get(ms, timeZone);
}

function writeText(ms: number, timeZone: string): string {
  const offset = zoneOffsetMs(timeZone, ms);
  const minutes = Math.abs(offset) / 60_000;
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  const rest = String(minutes % 60).padStart(2, '0');
  return `${new Date(ms + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** The date at a moment in a zone. */
export function dateInZone(ms: number, timeZone: string): string {
  return dateAt(ms, zoneOffsetMs(timeZone, ms));
}

function showsAt(ms: number, asUtc: number, timeZone: string): boolean {
  return ms + zoneOffsetMs(timeZone, ms) === asUtc;
}

/** When the clocks are put forward; both moments are whole seconds on different sides of it. */
function changeBetween(first: number, second: number, timeZone: string): number {
  const old = zoneOffsetMs(timeZone, first);
  let [low, high] = [first, second];
  while (high - low > SECOND_MS) {
    const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
    if (zoneOffsetMs(timeZone, middle) === old) low = middle;
    else high = middle;
  }
  return high;
}
