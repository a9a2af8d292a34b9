/**
 * Manages the keys that sign tokens: creates the first key and rotates keys. No request is forwarded without a signed
 * token.
 */
import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { every, type Repetition } from '../../platform/every.ts';
import { randomBase62 } from '../../platform/ids/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { privateKeyOf } from '../../platform/token/compact-jws.ts';
import type { PublicKey } from '../../platform/token/key-set.ts';
import {
  deleteSigningKeys,
  insertSigningKey,
  listSigningKeys,
  type StoredSigningKey,
} from './signing-key-store.ts';
import { PUBLISH_AHEAD_MS, signingSchedule } from './signing-schedule.ts';

const REFRESH_MS = 60_000;
const PURPOSE = 'signing-key';

interface SigningKeysParts {
  db: Database;
  seal: Seal;
  clock: Clock;
  log: Log;
}

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

export class SigningKeys {
  readonly #parts: SigningKeysParts;
  #stored: StoredSigningKey[] = [];
  readonly #opened = new Map<string, SigningKey>();
  #refreshes: Repetition | undefined;

  constructor(parts: SigningKeysParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { clock, log } = this.#parts;
    await this.refresh();
    this.#refreshes = every(
      clock,
      REFRESH_MS,
      () => this.refresh(),
      error => log.warn({ err: error }, 'signing keys could not be refreshed'),
    );
  }

  async stop(): Promise<void> {
    await this.#refreshes?.stop();
  }

  current(): SigningKey {
    const { current } = signingSchedule(this.#stored, this.#parts.clock.nowMs());
    const opened = current && this.#opened.get(current.kid);
    if (opened === undefined) {
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'The service cannot sign requests at the moment. Try again shortly.',
      );
    }
    return opened;
  }

  published(): PublicKey[] {
    const { published } = signingSchedule(this.#stored, this.#parts.clock.nowMs());
    return published.map(({ kid, publicKey }) => ({ kid, jwk: publicKey }));
  }

  /**
   * The current signing key, the next key and the time of the next rotation. Undefined until the first key has been
   * created.
   */
  schedule() {
    const { current, next, rotationDueMs } = signingSchedule(this.#stored, this.#parts.clock.nowMs());
    return current && { current, next, rotationDueMs };
  }

  /**
   * Creates the next key, which starts signing in 15 minutes. Returns its ID, or undefined if there already is a next
   * key or another node was faster.
   */
  async rotate(): Promise<string | undefined> {
    await this.#load();
    return this.schedule()?.next === undefined ? this.#makeNext() : undefined;
  }

  /**
   * Loads keys that other nodes created, creates the next key when it is due and deletes retired keys. Runs every
   * minute.
   */
  async refresh(): Promise<void> {
    const { db, clock, log } = this.#parts;
    await this.#load();
    const { rotationDueMs, retired } = signingSchedule(this.#stored, clock.nowMs());
    if (clock.nowMs() >= rotationDueMs) {
      const kid = await this.#makeNext();
      if (kid !== undefined) log.info({ kid }, 'created a signing key');
    }
    if (retired.length > 0) {
      await deleteSigningKeys(
        db,
        retired.map(key => key.kid),
      );
    }
  }

  /** Succeeds only if the key that this decision was based on is still the newest. */
  async #makeNext(): Promise<string | undefined> {
    const { db, clock } = this.#parts;
    const newest = this.#stored.toSorted((a, b) => a.useFromMs - b.useFromMs).at(-1);
    // The very first key has no predecessor, so it is used immediately.
    const useFromMs = newest === undefined ? clock.nowMs() : clock.nowMs() + PUBLISH_AHEAD_MS;
    const key = this.#generate(useFromMs);
    const made = await inTransaction(db, tx => insertSigningKey(tx, key, newest?.kid));
    await this.#load();
    return made ? key.kid : undefined;
  }

  async #load(): Promise<void> {
    this.#stored = await listSigningKeys(this.#parts.db);
    const kids = new Set(this.#stored.map(({ kid }) => kid));
    for (const kid of this.#opened.keys()) if (!kids.has(kid)) this.#opened.delete(kid);
    for (const key of this.#stored) {
      if (!this.#opened.has(key.kid)) this.#open(key);
    }
  }

  #open(key: StoredSigningKey): void {
    const { seal, log } = this.#parts;
    try {
      const jwk = JSON.parse(seal.open(PURPOSE, key.sealedPrivateKey).toString()) as JsonWebKey;
      this.#opened.set(key.kid, { kid: key.kid, privateKey: privateKeyOf(jwk) });
    } catch (error) {
      log.error(
        { err: error, kid: key.kid },
        'a signing key could not be decrypted; check that the master key is correct',
      );
    }
  }

  #generate(useFromMs: number): StoredSigningKey {
    const pair = generateKeyPairSync('ed25519');
    const privateKey = Buffer.from(JSON.stringify(pair.privateKey.export({ format: 'jwk' })));
    return {
      kid: randomBase62(16),
      publicKey: pair.publicKey.export({ format: 'jwk' }),
      sealedPrivateKey: this.#parts.seal.seal(PURPOSE, privateKey),
      useFromMs,
    };
  }
}
