/** Computes the place seed in another thread. The rows of each table can be read while the thread is still working. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { memoryBytes } from '../../../platform/threads/memory.ts';
import { ChunkQueue } from './chunk-queue.ts';
import type { WorldTable, WorldWrite } from './world-rows.ts';

export type SeedPhase = 'reading places' | 'linking places to airports and zones';

export type SeedMessage =
  | { kind: 'progress'; phase: SeedPhase; done: number; total: number }
  | { kind: 'rows'; table: WorldTable; text: string }
  | { kind: 'end'; table: WorldTable; places: number }
  | { kind: 'index'; buffer: ArrayBufferLike }
  /** Why the index could not be written to a file. The index is used nevertheless. */
  | { kind: 'not saved'; reason: string };

export type SeedOrder = ({ kind: 'write' } & WorldWrite) | IndexTarget;

/** What the thread needs to finish the index, once the rows are committed. */
export interface IndexTarget {
  kind: 'index';
  /** The version of the places in the database. */
  version: number;
  database: string;
  dataDir: string;
}

const PROGRAM = new URL('./seed-thread.ts', import.meta.url);
/** A small young generation would be collected hundreds of times while the places are being read. */
const YOUNG_HEAP_MB = 96;
const MOST_HEAP_MB = 2_048;
const STOPPED = 'The thread that computes the place seed has stopped.';

interface SeedWorkOptions {
  /** Restricts the seed to every n-th city. Only tests use it. */
  everyCity?: number;
  /** By default half of the memory, because the main thread and the embedded database need the rest. */
  maxHeapMb?: number;
}

export class SeedWork {
  readonly #worker: Worker;
  readonly #tables = new Map<WorldTable, ChunkQueue>();
  #index = Promise.withResolvers<ArrayBufferLike>();
  #onProgress: (phase: SeedPhase, done: number, total: number) => void = () => {};
  #places = 0;
  #error: Error | undefined;
  #isStopped = false;
  /** Set if the index could not be saved. */
  notSaved: string | undefined;

  constructor({ everyCity, maxHeapMb = heapShareMb() }: SeedWorkOptions = {}) {
    // The promise is awaited later, or never if another process loads the seed.
    this.#index.promise.catch(() => {});
    this.#worker = new Worker(PROGRAM, {
      workerData: { everyCity },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB, maxOldGenerationSizeMb: maxHeapMb },
    });
    this.#worker.on('message', (message: SeedMessage) => this.#receive(message));
    this.#worker.on('error', error => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error(STOPPED)));
  }

  onProgress(listener: (phase: SeedPhase, done: number, total: number) => void): void {
    this.#onProgress = listener;
  }

  /** Call this before the first rows are read. The first id is `shift + 1`. */
  write(write: WorldWrite): void {
    this.#order({ kind: 'write', ...write });
  }

  /** The rows of a table as text for COPY. They can be read once. */
  rows(table: WorldTable): AsyncIterable<string> {
    return this.#table(table);
  }

  /** The number of places whose rows have all been read. */
  get places(): number {
    return this.#places;
  }

  /** Call this when the rows are committed. Resolves with the index, in shared memory. */
  finishIndex(target: Omit<IndexTarget, 'kind'>): Promise<ArrayBufferLike> {
    this.#order({ kind: 'index', ...target });
    return this.#index.promise;
  }

  /** Why the thread failed, for example because it had too little memory. Undefined if it was stopped. */
  get failure(): Error | undefined {
    return this.#isStopped ? undefined : this.#error;
  }

  /** Readers of rows get an error, even if the thread has already sent all rows. Nothing is kept in memory. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const stopped = new Error(STOPPED);
    this.#fail(stopped);
    for (const queue of this.#tables.values()) queue.abort(stopped);
    this.#tables.clear();
    // The promise may hold an index of about 100 MB.
    this.#index = Promise.withResolvers();
    this.#index.promise.catch(() => {});
    this.#index.reject(stopped);
    if (this.#worker.threadId === -1) return;
    const exited = once(this.#worker, 'exit').catch(() => {});
    await this.#worker.terminate();
    await exited;
  }

  #order(order: SeedOrder): void {
    this.#worker.postMessage(order);
  }

  #receive(message: SeedMessage): void {
    if (this.#isStopped) return;
    if (message.kind === 'progress') this.#onProgress(message.phase, message.done, message.total);
    else if (message.kind === 'index') this.#index.resolve(message.buffer);
    else if (message.kind === 'rows') this.#table(message.table).push(message.text);
    else if (message.kind === 'not saved') this.notSaved = message.reason;
    else {
      this.#places += message.places;
      this.#table(message.table).end();
    }
  }

  #table(table: WorldTable): ChunkQueue {
    let queue = this.#tables.get(table);
    if (queue === undefined) {
      queue = new ChunkQueue();
      this.#tables.set(table, queue);
      if (this.#error !== undefined) queue.fail(this.#error);
    }
    return queue;
  }

  /** The first failure counts: a thread that fails also exits. */
  #fail(error: Error): void {
    this.#error ??= error;
    this.#index.reject(error);
    for (const queue of this.#tables.values()) queue.fail(error);
  }
}

function heapShareMb(): number {
  return Math.min(MOST_HEAP_MB, Math.floor(memoryBytes() / 2 / 2 ** 20));
}
