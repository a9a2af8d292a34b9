/**
 * The public keys that may sign tokens. A lookup reads them again if they are five minutes old or the key id is
 * unknown, but at most once every ten seconds. If the source is unavailable, the last keys are used for up to a day.
 * After that, every lookup needs the source.
 */
import type { JsonWebKey, KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { singleFlight } from '../single-flight.ts';
import { publicKeyOf } from './compact-jws.ts';

const REFRESH_MS = 5 * 60_000;
/** Minimum pause between two reads while the keys may still be used. */
const PAUSE_MS = 10_000;
const KEEP_MS = 24 * 3_600_000;

export interface PublicKey {
  kid: string;
  jwk: JsonWebKey;
}

export class KeySet {
  readonly #load: () => Promise<readonly PublicKey[]>;
  readonly #clock: Clock;
  #keys = new Map<string, KeyObject>();
  #loadedAtMs = Number.NEGATIVE_INFINITY;
  #triedAtMs = Number.NEGATIVE_INFINITY;
  readonly #refresh = singleFlight(() => this.#read());

  constructor(load: () => Promise<readonly PublicKey[]>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  /** Returns the key with this id, or undefined. Throws only if no keys were ever read or if they are too old. */
  async find(kid: string): Promise<KeyObject | undefined> {
    const nowMs = this.#clock.monotonicMs();
    const ageMs = nowMs - this.#loadedAtMs;
    const mayTry = nowMs - this.#triedAtMs > PAUSE_MS;
    if (ageMs > KEEP_MS || (!this.#keys.has(kid) && mayTry)) await this.#refresh();
    // While the keys are at most a day old, a known key does not wait for the source, which may be unavailable.
    else if (ageMs > REFRESH_MS && mayTry) void this.#refresh().catch(() => {});
    return this.#keys.get(kid);
  }

  async #read(): Promise<void> {
    const beganAtMs = this.#clock.monotonicMs();
    this.#triedAtMs = beganAtMs;
    try {
      const keys = new Map<string, KeyObject>();
      for (const { kid, jwk } of await this.#load()) keys.set(kid, publicKeyOf(jwk));
      this.#keys = keys;
      this.#loadedAtMs = beganAtMs;
    } catch (error) {
      if (beganAtMs - this.#loadedAtMs > KEEP_MS) throw error;
    }
  }
}
