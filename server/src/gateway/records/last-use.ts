/**
 * Records when, from which address and with which client version each secret was last used. Written within 30
 * seconds.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { Exchange } from '../exchange.ts';
import { LateRows } from '../writing/late-rows.ts';
import { type SecretUse, saveLastUses } from './last-use-store.ts';

const WITHIN_MS = 30_000;
const MAX_VERSION = 256;

interface LastUseParts {
  db: Database;
  clock: Clock;
  log: Log;
}

export class LastUse {
  readonly #db: Database;
  readonly rows: LateRows<SecretUse>;
  readonly #uses = new Map<string, SecretUse>();

  constructor({ db, clock, log }: LastUseParts) {
    this.#db = db;
    const write = (uses: SecretUse[]) => this.#write(uses);
    this.rows = new LateRows({ clock, log, what: 'the last use of keys', withinMs: WITHIN_MS, write });
  }

  /**
   * Updates the row in place and assigns only changed values, so that a secret in constant use causes no allocations.
   */
  note(secretId: string, { arrivedAtMs, address, headers }: Exchange): void {
    const use = this.#uses.get(secretId);
    if (use === undefined) {
      this.#begin({ secretId, usedAtMs: arrivedAtMs, address, version: headers.clientVersion });
    } else if (arrivedAtMs >= use.usedAtMs) {
      use.usedAtMs = arrivedAtMs;
      if (use.address !== address) use.address = address;
      if (use.version !== headers.clientVersion) use.version = headers.clientVersion;
    }
  }

  #begin(use: SecretUse): void {
    this.#uses.set(use.secretId, use);
    this.rows.begin(use);
  }

  async #write(uses: readonly SecretUse[]): Promise<void> {
    for (const { secretId } of uses) this.#uses.delete(secretId);
    try {
      await saveLastUses(this.#db, uses.map(shortened));
    } catch (error) {
      for (const use of uses) this.#keepNewer(use);
      throw error;
    }
  }

  #keepNewer(use: SecretUse): void {
    const newer = this.#uses.get(use.secretId);
    if (newer === undefined) this.#begin(use);
    else if (newer.usedAtMs < use.usedAtMs) Object.assign(newer, use);
  }
}

function shortened(use: SecretUse): SecretUse {
  return { ...use, version: use.version?.slice(0, MAX_VERSION) };
}
