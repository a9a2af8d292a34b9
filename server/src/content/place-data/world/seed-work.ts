/** Computes the place seed in another thread. The rows of each table can be read while the thread is still working. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WorldTable } from './world-rows.ts';

export type SeedPhase = 'reading places' | 'linking places to airports and zones';

export type SeedMessage =
  | { kind: 'progress'; phase: SeedPhase; done: number; total: number }
  | { kind: 'rows'; table: WorldTable; text: string }
  | { kind: 'end'; table: WorldTable; places?: number }
  | { kind: 'index'; buffer: ArrayBufferLike }
  /** Why the index could not be written to a file. The index is used nevertheless. */
  | { kind: 'not saved'; reason: string };

export type SeedOrder = { kind: 'write'; shift: number } | IndexTarget;

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
const LIMITS = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 2_048 };

export class SeedWork {
  readonly #worker: Worker;
  readonly #tables = new Map<WorldTable, ChunkQueue>();
  readonly #index = Promise.withResolvers<ArrayBufferLike>();
  #onProgress: (phase: SeedPhase, done: number, total: number) => void = () => {};
  #places = 0;
  #error: Error | undefined;
  /** Set if the index could not be saved. */
  notSaved: string | undefined;

  /** `everyCity` restricts the seed to every n-th city. Only tests use it. */
  constructor(options: { everyCity?: number } = {}) {
    // The promise is awaited later, or never if another process loads the seed.
    this.#index.promise.catch(() => {});
    this.#worker = new Worker(PROGRAM, { workerData: options, resourceLimits: LIMITS });
    this.#worker.on('message', (message: SeedMessage) => this.#receive(message));
    this.#worker.on('error', error => this.#fail(error));
    this.#worker.on('exit', () =>
      this.#fail(new Error('The thread that computes the place seed has stopped.')),
    );
  }

  onProgress(listener: (phase: SeedPhase, done: number, total: number) => void): void {
    this.#onProgress = listener;
  }

  /** Call this before the first rows are read. `shift` is added to all ids, which are counted from 1. */
  write(shift: number): void {
    this.#order({ kind: 'write', shift });
  }

  /** The rows of a table as text for COPY. They can be read once. */
  rows(table: WorldTable): AsyncIterable<string> {
    return this.#table(table);
  }

  /** The number of places. It is known when the rows of `place` have been read. */
  get places(): number {
    return this.#places;
  }

  /** Call this when the rows are committed. Resolves with the index, in shared memory. */
  finishIndex(target: Omit<IndexTarget, 'kind'>): Promise<ArrayBufferLike> {
    this.#order({ kind: 'index', ...target });
    return this.#index.promise;
  }

  async stop(): Promise<void> {
    if (this.#worker.threadId === -1) return;
    const exited = once(this.#worker, 'exit').catch(() => {});
    await this.#worker.terminate();
    await exited;
  }

  #order(order: SeedOrder): void {
    this.#worker.postMessage(order);
  }

  #receive(message: SeedMessage): void {
    if (message.kind === 'progress') this.#onProgress(message.phase, message.done, message.total);
    else if (message.kind === 'index') this.#index.resolve(message.buffer);
    else if (message.kind === 'rows') this.#table(message.table).push(message.text);
    else if (message.kind === 'not saved') this.notSaved = message.reason;
    else {
      this.#places = message.places ?? this.#places;
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

/** Chunks that arrive as messages, for one reader. A failure after the last chunk has no effect. */
class ChunkQueue implements AsyncIterable<string> {
  #chunks: string[] = [];
  #isEnded = false;
  #error: Error | undefined;
  #wake: () => void = () => {};

  push(chunk: string): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  fail(error: Error): void {
    if (this.#isEnded) return;
    this.#error = error;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error;
      const chunks = this.#chunks;
      this.#chunks = [];
      yield* chunks;
      if (this.#chunks.length > 0) continue;
      if (this.#isEnded) return;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
        if (this.#chunks.length > 0 || this.#isEnded || this.#error !== undefined) resolve();
      });
    }
  }
}
