/** Pure. How far the clocks of an IANA zone are ahead of UTC. Asking the system takes microseconds, so that answers are kept. */

/** Clocks change only at such steps of UTC, in all zones since 1972. */
const STEP_MS = 900_000;
/** Kept for each zone. */
const MAX_KEPT = 4_096;

interface Zone {
  format: Intl.DateTimeFormat;
  /** By steps since 1970. */
  offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

/** Milliseconds. Throws RangeError for a zone that does not exist. */
export function zoneOffsetMs(timeZone: string, atMs: number): number {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    zone = { format, offsets: new Map() };
    zones.set(timeZone, zone);
  }
  const step = Math.floor(atMs / STEP_MS);
  let offset = zone.offsets.get(step);
  if (offset === undefined) {
    if (zone.offsets.size >= MAX_KEPT) zone.offsets.clear();
    offset = readOffset(zone.format.format(step * STEP_MS));
    zone.offsets.set(step, offset);
  }
  return offset;
}

/** From a text that ends in `GMT`, `GMT+05:45` or `GMT-03:30`. */
function readOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -ms : ms;
}
