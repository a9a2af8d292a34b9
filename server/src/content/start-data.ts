/**
 * Loads the data that the first start needs: the places of the world, and invented hotels for the sandbox. The service
 * is ready as soon as the database has everything that the API returns and the place index is in memory. Names of places
 * that are only searched are written afterwards, because the index has them already.
 */
import type { Clock } from '../platform/clock.ts';
import { type Database, type DatabasePool, openDatabase } from '../platform/database/connect.ts';
import type { DatabaseAddress } from '../platform/database/database-address.ts';
import type { Log } from '../platform/log.ts';
import type { OnProgress } from '../platform/progress.ts';
import { addNewNames, hasPlaceSeed, loadPlaceSeed } from './place-data/load-place-seed.ts';
import { completeNames, writePendingNames } from './place-data/seed/pending-names.ts';
import { SeedWork } from './place-data/world/seed-work.ts';
import { readCatalogueVersion } from './places/live/place-rows-store.ts';
import { openPlaceIndex, type PlaceIndex } from './places/search-index/place-index.ts';
import { loadSandboxCatalogue } from './sandbox/load-sandbox-catalogue.ts';
import { loadScenarioHotels } from './sandbox/scenarios/load-scenario-hotels.ts';

interface Parts {
  address: DatabaseAddress;
  /** False behind a connection pooler. */
  prepare: boolean;
  dataDir: string;
  seed: 'full' | 'none';
  seedWork?: SeedWork | undefined;
  onProgress: OnProgress;
  clock: Clock;
  log: Log;
}

export class StartData {
  readonly #parts: Parts;
  #pool: DatabasePool | undefined;
  #work: SeedWork | undefined;
  /** The version of the places that the computed index belongs to. */
  #index: { version: number; buffer: Promise<ArrayBufferLike> } | undefined;
  #finishing: Promise<void> | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#work = parts.seedWork;
  }

  /** Resolves when the database has everything that the API returns. */
  async load(): Promise<void> {
    const { address, prepare, log, seed } = this.#parts;
    const limits = { statementTimeoutMs: 0, lockTimeoutMs: 0 };
    this.#pool = openDatabase({ address, log, max: 1, prepare, ...limits });
    const db = this.#pool.asService('The first start loads the catalogue that all partners share.');
    if (seed === 'full') await this.#loadSeed(db);
    if (this.#index === undefined) await this.#completeNames(db);
    if (this.#index === undefined) await this.stop();
  }

  /** Returns the computed index if it belongs to the current places. */
  async findIndex(db: Database): Promise<PlaceIndex | undefined> {
    if (this.#index === undefined) return undefined;
    const { version, buffer } = this.#index;
    if ((await readCatalogueVersion(db)).places !== version) return undefined;
    const { onProgress } = this.#parts;
    onProgress({ title: 'Place index', done: 0 });
    const index = openPlaceIndex(await buffer, { isChecked: true });
    onProgress({ title: 'Place index', done: 1, share: 1 });
    return index;
  }

  /** Writes the remaining names in the background. If that fails, the next start writes them. */
  finish(): void {
    const [work, pool] = [this.#work, this.#pool];
    if (this.#index === undefined || work === undefined || pool === undefined || this.#isStopped) return;
    const { clock, log } = this.#parts;
    const startedMs = clock.monotonicMs();
    const db = pool.asService('The first start loads the catalogue that all partners share.');
    log.info('writing names of places in the background; searches already find them');
    this.#finishing = writePendingNames(db, work)
      .then(() => {
        log.info(
          { tookMs: Math.round(clock.monotonicMs() - startedMs) },
          'names of places are in the database',
        );
        if (work.notSaved !== undefined) {
          log.warn(
            { reason: work.notSaved },
            'the place index could not be saved; the next start will rebuild it',
          );
        }
      })
      .catch((err: unknown) => {
        if (!this.#isStopped) {
          log.warn({ err }, 'the names of places could not be written; the next start will write them');
        }
      })
      .then(() => this.#close());
  }

  /** An interrupted transaction is rolled back, and the next start repeats it. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work?.stop();
    await this.#finishing;
    await this.#close();
  }

  async #close(): Promise<void> {
    const [work, pool] = [this.#work, this.#pool];
    this.#work = undefined;
    this.#pool = undefined;
    this.#index = undefined;
    await work?.stop();
    await pool?.close();
  }

  async #loadSeed(db: Database): Promise<void> {
    const { clock, log, dataDir, onProgress } = this.#parts;
    if (await hasPlaceSeed(db)) await addNewNames(db);
    else {
      this.#work ??= new SeedWork();
      const { indexVersion: version } = await loadPlaceSeed(db, {
        work: this.#work,
        clock,
        log,
        onProgress: ({ phase, done, total }) =>
          onProgress({ title: `Places: ${phase}`, done, share: done / total }),
      });
      if (version !== undefined) {
        const { database } = await readCatalogueVersion(db);
        const buffer = this.#work.finishIndex({ version, database, dataDir });
        // The promise is awaited later. Without this handler, an earlier failure would be an unhandled rejection.
        buffer.catch(() => {});
        this.#index = { version, buffer };
      }
    }
    await loadScenarioHotels(db, log);
    await loadSandboxCatalogue(db, {
      clock,
      log,
      onProgress: (done, total) =>
        onProgress({ title: 'Sandbox hotels', unit: 'hotels', done, share: done / total }),
    });
  }

  /** Another process may be writing them, or an earlier start was interrupted. */
  async #completeNames(db: Database): Promise<void> {
    const { onProgress, log } = this.#parts;
    const isWritten = await completeNames(db, {
      onRead: (done, total) =>
        onProgress({
          title: 'Places: names that an earlier start did not write',
          done,
          share: done / total,
        }),
    });
    if (isWritten) log.info('wrote names of places that an interrupted start had left out');
  }
}
