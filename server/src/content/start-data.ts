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
import { awaitNames, completeNames, writePendingNames } from './place-data/seed/pending-names.ts';
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
    const { address, prepare, clock, log, seed } = this.#parts;
    const limits = { statementTimeoutMs: 0, lockTimeoutMs: 0 };
    this.#pool = openDatabase({ address, log, max: 1, prepare, ...limits });
    const db = this.#database(this.#pool);
    const isLoadedElsewhere = seed === 'full' && (await this.#loadSeed(db));
    if (this.#index !== undefined) return;
    // The thread would compete with the SQL statements for memory.
    await this.#work?.stop();
    if (isLoadedElsewhere) await awaitNames(db, clock);
    await this.#completeNames(db);
    await this.#close();
  }

  /** Returns the computed index if it belongs to the current places. */
  async findIndex(db: Database): Promise<PlaceIndex | undefined> {
    if (this.#index === undefined) return undefined;
    const { version, buffer } = this.#index;
    if ((await readCatalogueVersion(db)).places !== version) return undefined;
    const { onProgress } = this.#parts;
    onProgress({ title: 'Place index', done: 0 });
    const computed = await buffer.catch((err: unknown) => this.#replaceIndex(err));
    if (computed === undefined) return undefined;
    const index = openPlaceIndex(computed, { isChecked: true });
    onProgress({ title: 'Place index', done: 1, share: 1 });
    return index;
  }

  /** Writes the remaining names in the background. If that fails twice, the next start writes them. */
  finish(): void {
    const [work, pool] = [this.#work, this.#pool];
    if (work === undefined || pool === undefined || this.#isStopped) return;
    const { log } = this.#parts;
    const names =
      this.#index === undefined ? Promise.resolve() : this.#writeNames(this.#database(pool), work);
    this.#finishing = names
      .catch((err: unknown) => {
        if (!this.#isStopped)
          log.warn({ err }, 'the names of places could not be written; the next start will write them');
      })
      .then(() => this.#close())
      .catch((err: unknown) => log.warn({ err }, 'the connection of the first start could not be closed'));
  }

  /** An interrupted transaction is rolled back, and the next start repeats it. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    // Rows are no longer sent, and the connection is closed soon even if a statement is still running.
    await this.#close();
    await this.#finishing;
  }

  #database(pool: DatabasePool): Database {
    return pool.asService('The first start loads the catalogue that all partners share.');
  }

  async #close(): Promise<void> {
    const [work, pool] = [this.#work, this.#pool];
    this.#work = undefined;
    this.#pool = undefined;
    this.#index = undefined;
    await work?.stop();
    await pool?.close();
  }

  /** Returns true if another process has loaded the places in the meantime. */
  async #loadSeed(db: Database): Promise<boolean> {
    const { clock, log, dataDir, onProgress } = this.#parts;
    let isLoadedElsewhere = false;
    if (await hasPlaceSeed(db)) await addNewNames(db);
    else {
      const { isLoaded, computed } = await loadPlaceSeed(db, {
        startWork: () => {
          this.#work ??= new SeedWork();
          return this.#work;
        },
        clock,
        log,
        onProgress: ({ phase, done, total }) =>
          onProgress({ title: `Places: ${phase}`, done, share: done / total }),
      });
      isLoadedElsewhere = !isLoaded;
      if (computed !== undefined) {
        const { work, version } = computed;
        const { database } = await readCatalogueVersion(db);
        const buffer = work.finishIndex({ version, database, dataDir });
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
    return isLoadedElsewhere;
  }

  /** Makes it possible to build the index from the database, after the thread has failed. */
  async #replaceIndex(err: unknown): Promise<undefined> {
    const pool = this.#pool;
    if (this.#isStopped || pool === undefined) throw err;
    this.#index = undefined;
    this.#parts.log.warn({ err }, 'the place index could not be computed; it is built from the database');
    await this.#completeNames(this.#database(pool));
  }

  async #writeNames(db: Database, work: SeedWork): Promise<void> {
    const { clock, log } = this.#parts;
    const startedMs = clock.monotonicMs();
    log.info('writing names of places in the background; searches already find them');
    try {
      await writePendingNames(db, work);
    } catch (err) {
      if (this.#isStopped) throw err;
      log.warn({ err }, 'the names of places could not be written; trying again with SQL statements');
      await completeNames(db);
    }
    const tookMs = Math.round(clock.monotonicMs() - startedMs);
    log.info({ tookMs }, 'names of places are in the database');
    if (work.notSaved !== undefined) {
      log.warn(
        { reason: work.notSaved },
        'the place index could not be saved; the next start will rebuild it',
      );
    }
  }

  /** An earlier start was interrupted, or another process has not written them in time. */
  async #completeNames(db: Database): Promise<void> {
    const { onProgress, log } = this.#parts;
    const isWritten = await completeNames(db, {
      onRead: (done, total) =>
        onProgress({ title: 'Places: names that are still missing', done, share: done / total }),
    });
    if (isWritten) log.info('wrote names of places that were still missing');
  }
}
