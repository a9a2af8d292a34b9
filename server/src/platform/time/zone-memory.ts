/** Keeps what was reckoned for a zone, as the same few things are asked for again and again. Pure. */

/** Kept for each zone. */
const MAX_KEPT = 4_096;

export class ZoneMemory<Key, Value> {
  readonly #reckon: (key: Key, timeZone: string) => Value;
  readonly #zones = new Map<string, Map<Key, Value>>();

  constructor(reckon: (key: Key, timeZone: string) => Value) {
    this.#reckon = reckon;
  }

  /** Throws what reckoning throws; then nothing is kept. */
  get(key: Key, timeZone: string): Value {
    const kept = this.#zones.get(timeZone);
    let value = kept?.get(key);
    if (value === undefined) {
      value = this.#reckon(key, timeZone);
      if (kept === undefined) this.#zones.set(timeZone, new Map([[key, value]]));
      else {
        if (kept.size >= MAX_KEPT) kept.clear();
        kept.set(key, value);
      }
    }
    return value;
  }
}
