/** Remembers when, from where and by which client each secret was used last. Written at least every 30 seconds. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { Exchange } from '../exchange.ts';
import { Flusher } from './flusher.ts';
import { type SecretUse, saveLastUses } from './last-use-store.ts';

const FLUSH_EVERY_MS = 15_000;
/** One statement for a hundred thousand secrets would hold up requests. */
const BATCH = 2_000;
const MAX_VERSION = 256;

interface LastUseParts {
  db: Database;
  clock: Clock;
  log: Log;
}

export class LastUse {
  readonly #db: Database;
  readonly #flusher: Flusher;
  #uses = new Map<string, SecretUse>();

  constructor({ db, clock, log }: LastUseParts) {
    this.#db = db;
    const send = () => this.#send();
    this.#flusher = new Flusher({ clock, log, what: 'the last use of keys', everyMs: FLUSH_EVERY_MS, send });
  }

  start(): void {
    this.#flusher.start();
  }

  flush(): Promise<void> {
    return this.#flusher.flush();
  }

  stop(): Promise<void> {
    return this.#flusher.stop();
  }

  /** Changed in place: nothing is made for a secret in constant use. */
  note(secretId: string, { arrivedAtMs, address, headers }: Exchange): void {
    const use = this.#uses.get(secretId);
    if (use === undefined) {
      this.#uses.set(secretId, { secretId, usedAtMs: arrivedAtMs, address, version: headers.clientVersion });
    } else if (arrivedAtMs >= use.usedAtMs) {
      use.usedAtMs = arrivedAtMs;
      use.address = address;
      use.version = headers.clientVersion;
    }
  }

  async #send(): Promise<void> {
    const uses = [...this.#uses.values()];
    this.#uses = new Map();
    let saved = 0;
    try {
      for (; saved < uses.length; saved += BATCH) {
        const rows = uses.slice(saved, saved + BATCH);
        await saveLastUses(this.#db, rows.map(shortened));
      }
    } catch (error) {
      for (const use of uses.slice(saved)) this.#keepNewer(use);
      throw error;
    }
  }

  #keepNewer(use: SecretUse): void {
    const newer = this.#uses.get(use.secretId);
    if (newer === undefined || newer.usedAtMs < use.usedAtMs) this.#uses.set(use.secretId, use);
  }
}

function shortened(use: SecretUse): SecretUse {
  return { ...use, version: use.version?.slice(0, MAX_VERSION) };
}
