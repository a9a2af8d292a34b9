/**
 * Converts between instants and the local time in an IANA zone. A local time means the first instant at which the
 * clocks there show it or a later time. A repeated hour counts from its first occurrence, and every time in a skipped
 * hour means the instant of the change. Results are memoised, because the offers in a response share a few deadlines
 * and `Intl` takes microseconds. Pure.
 */
import { Memo } from '../cache/memo.ts';
import { dateAt } from './civil-date.ts';

const LOCAL = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** Since 2012, clocks have only changed at multiples of 15 minutes UTC, except in Antarctica. */
const STEP_MS = 900_000;
/** Maximum number of cached results for each zone and kind of result. */
const MAX_MEMOISED = 4_096;

/** Parses a local time such as `2027-03-10T18:00` as if it were UTC. Throws RangeError for any other format. */
export function parseLocalTime(local: string): number {
  const ms = LOCAL.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  // Date.parse turns 30 February into 2 March.
  if (Number.isNaN(ms) || !dateAt(ms, 0).startsWith(local.slice(0, 10))) {
    throw new RangeError('A local time must look like 2027-03-10T18:00.');
  }
  return ms;
}

export function instantOf(local: string, timeZone: string): number {
  return zoneOf(timeZone).instantOf(local);
}

/** Formats an instant as `2027-03-10T17:00:00Z`, in whole seconds. */
export function instantText(ms: number): string {
  return utcTexts.get(ms, writeUtcText);
}

/** Formats an instant as `2027-03-10T18:00:00+01:00`, in whole seconds. */
export function zonedText(ms: number, timeZone: string): string {
  return zoneOf(timeZone).textOf(ms);
}

export function dateInZone(ms: number, timeZone: string): string {
  return dateAt(ms, zoneOf(timeZone).offsetMs(ms));
}

const utcTexts = new Memo<number, string>(MAX_MEMOISED);
const zones = new Map<string, Zone>();

function writeUtcText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -5)}Z`;
}

/** Throws RangeError for an unknown zone. */
function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    zone = new Zone(timeZone);
    zones.set(timeZone, zone);
  }
  return zone;
}

class Zone {
  readonly #format: Intl.DateTimeFormat;
  /** Keys are 15-minute steps since 1970. */
  readonly #offsets = new Memo<number, number>(MAX_MEMOISED);
  readonly #instants = new Memo<string, number>(MAX_MEMOISED);
  readonly #texts = new Memo<number, string>(MAX_MEMOISED);

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  }

  /** Returns how far the clocks are ahead of UTC. */
  offsetMs(atMs: number): number {
    return this.#offsets.get(Math.floor(atMs / STEP_MS), this.#readOffset);
  }

  instantOf(local: string): number {
    return this.#instants.get(local, this.#findInstant);
  }

  textOf(ms: number): string {
    return this.#texts.get(ms, this.#writeText);
  }

  /** The formatted text ends in `GMT`, `GMT+05:45` or `GMT-03:30`. */
  readonly #readOffset = (step: number): number => {
    const text = this.#format.format(step * STEP_MS);
    const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? [];
    const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return sign === '-' ? -ms : ms;
  };

  readonly #findInstant = (local: string): number => {
    const asUtc = parseLocalTime(local);
    const before = asUtc - this.offsetMs(asUtc - DAY_MS);
    const after = asUtc - this.offsetMs(asUtc + DAY_MS);
    if (before === after) return before;
    const [first, second] = before < after ? [before, after] : [after, before];
    if (first + this.offsetMs(first) === asUtc) return first;
    if (second + this.offsetMs(second) === asUtc) return second;
    return this.#changeBetween(first, second);
  };

  readonly #writeText = (ms: number): string => {
    const offset = this.offsetMs(ms);
    const minutes = Math.abs(offset) / 60_000;
    const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
    const rest = String(minutes % 60).padStart(2, '0');
    return `${new Date(ms + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${hours}:${rest}`;
  };

  /**
   * Finds when the clocks are put forward. Both arguments are whole seconds, one before the change and one after it.
   */
  #changeBetween(first: number, second: number): number {
    const old = this.offsetMs(first);
    let [low, high] = [first, second];
    while (high - low > SECOND_MS) {
      const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
      if (this.offsetMs(middle) === old) low = middle;
      else high = middle;
    }
    return high;
  }
}
