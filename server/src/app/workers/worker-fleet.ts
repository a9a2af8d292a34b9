/**
 * The worker threads of a process, as the main thread sees them. Each serves the API on the same port. A worker that ends
 * unexpectedly is replaced, and the other threads continue.
 */
import { Worker } from 'node:worker_threads';
import { exponentialBackoffMs } from '../../platform/backoff.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { mergeMetrics, withoutGauges } from '../../platform/metrics/merge-metrics.ts';
import { ThreadChannel, type ThreadHandler } from '../../platform/threads/thread-channel.ts';
import { YOUNG_HEAP_MB } from '../../process-role.ts';
import { MAIN_CALLS, WORKER_CALLS, type WorkerData } from './worker-links.ts';

const PROGRAM = new URL('./worker-thread.ts', import.meta.url);
const FIRST_NUMBER = 2;
const METRICS_MS = 1_000;
/** A worker that ran for this long and then failed is replaced immediately. */
const LONG_MS = 60_000;
const PAUSE = { firstMs: 100, maxMs: 30_000 };
/** A worker that has missed this many pings in a row is blocked and is terminated. Its connections would never end. */
const PINGS = { everyMs: 5_000, deadlineMs: 5_000, most: 3 };

interface FleetParts {
  /** The file that each worker runs. Overridden by tests. */
  program?: URL;
  /** The number of worker threads. */
  count: number;
  data: Omit<WorkerData, 'number'>;
  /** Handle the calls of workers, by name. */
  handlers: Readonly<Record<string, ThreadHandler>>;
  /** Overridden by tests. */
  pings?: typeof PINGS;
  /** The maximum heap of a worker, without its young generation. One that needs more ends alone, not with the whole process. */
  maxHeapMb: number;
  /** How long a worker may take to stop. */
  stopMs: number;
  /** Called after a worker has ended, for whatever reason. */
  onEnded(number: number): void;
  clock: Clock;
  log: Log;
}

interface RunningWorker {
  worker: Worker;
  channel: ThreadChannel;
  /** Whether it may have accepted connections. It then finishes its requests before it ends. */
  isServing: boolean;
  isReady: boolean;
  /** The metrics as last read. */
  metrics: string;
}

export class WorkerFleet {
  readonly #parts: FleetParts;
  readonly #stopping = new AbortController();
  readonly #running = new Map<number, RunningWorker>();
  #lives: Promise<void>[] = [];
  /** The last counters of workers that have ended, so that no counter decreases. */
  #ended = '';
  #failed = 0;

  constructor(parts: FleetParts) {
    this.#parts = parts;
  }

  /** Starts the workers. They begin to serve when they are ready. */
  start(): void {
    this.#lives = Array.from({ length: this.#parts.count }, (_, i) => this.#keepAlive(FIRST_NUMBER + i));
  }

  /** The number of workers that serve requests. */
  get ready(): number {
    return [...this.#running.values()].filter(({ isReady }) => isReady).length;
  }

  /** How often a worker ended unexpectedly. */
  get failed(): number {
    return this.#failed;
  }

  /** Ends a worker as a crash would. Used by tests. */
  async kill(number: number): Promise<void> {
    await this.#running.get(number)?.worker.terminate();
  }

  /** Lets the workers finish their requests. A worker that takes too long is terminated. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#running.values()].map(running => this.#end(running)));
    await Promise.all(this.#lives);
  }

  /** Asks all workers and returns the results of those that have one. */
  async ask<Result>(name: string, value: unknown, deadlineMs: number): Promise<Result[]> {
    const ready = [...this.#running.values()].filter(({ isReady }) => isReady);
    const calls = ready.map(({ channel }) => channel.call<Result | undefined>(name, value, deadlineMs));
    const results = await Promise.all(calls.map(call => call.catch(() => undefined)));
    return results.filter(result => result !== undefined);
  }

  /** Asks all workers and returns the first result, or undefined if none has one. */
  async askFirst<Result>(name: string, value: unknown, deadlineMs: number): Promise<Result | undefined> {
    const ready = [...this.#running.values()].filter(({ isReady }) => isReady);
    const calls = ready.map(async ({ channel }) => {
      const result = await channel.call<Result | undefined>(name, value, deadlineMs);
      if (result === undefined) throw new Error('The worker has no result.');
      return result;
    });
    return Promise.any(calls).catch(() => undefined);
  }

  /** Returns the metrics of all workers, including the counters of those that have ended. */
  async metrics(): Promise<string[]> {
    // Read first, because a worker that ends meanwhile is already among the running ones.
    const ended = this.#ended;
    const running = await Promise.all(
      [...this.#running.values()].map(async each => {
        // If the worker is too busy to respond in time, its previous values are shown.
        const read = each.channel.call<string>(WORKER_CALLS.metrics, undefined, METRICS_MS);
        each.metrics = await read.catch(() => each.metrics);
        return each.metrics;
      }),
    );
    return [...running, ended];
  }

  /** Starts the worker again whenever it ends, until the process stops. Never rejects. */
  async #keepAlive(number: number): Promise<void> {
    const { clock, log } = this.#parts;
    for (let failures = 0; !this.#stopping.signal.aborted; ) {
      const startedMs = clock.monotonicMs();
      // If the system has too few resources for another thread, it does not even start.
      const err = await this.#runOnce(number).catch((error: unknown) => error);
      if (this.#stopping.signal.aborted) return;
      this.#failed += 1;
      log.error({ err, worker: number }, 'a worker thread ended unexpectedly and is being replaced');
      failures = clock.monotonicMs() - startedMs > LONG_MS ? 0 : failures + 1;
      if (failures === 0) continue;
      await sleep(clock, exponentialBackoffMs(failures, PAUSE), this.#stopping.signal);
    }
  }

  /** Resolves with the error that ended the worker, if there was one. */
  async #runOnce(number: number): Promise<unknown> {
    const { program = PROGRAM, data, handlers, maxHeapMb, onEnded, log } = this.#parts;
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB };
    const worker = new Worker(program, { workerData: { ...data, number }, resourceLimits });
    const channel = new ThreadChannel(worker);
    const running = { worker, channel, isServing: false, isReady: false, metrics: '' };
    let problem: unknown;
    worker.on('error', error => {
      problem = error;
    });
    for (const [name, handler] of Object.entries(handlers)) channel.handle(name, handler);
    channel.handle(MAIN_CALLS.serving, () => {
      this.#stopping.signal.throwIfAborted();
      running.isServing = true;
    });
    channel.handle(MAIN_CALLS.ready, () => {
      running.isReady = true;
      log.info({ worker: number }, 'a worker thread is ready');
    });
    this.#running.set(number, running);
    const exited = new AbortController();
    void this.#watch(number, running, exited.signal);
    await new Promise(resolve => worker.once('exit', resolve));
    exited.abort();
    this.#running.delete(number);
    channel.close();
    this.#ended = mergeMetrics([this.#ended, withoutGauges(running.metrics)], new Map());
    onEnded(number);
    return problem;
  }

  /**
   * Terminates a worker whose event loop is blocked. The pings are counted one after another, so that a process that was
   * suspended counts only one.
   */
  async #watch(number: number, { worker, channel }: RunningWorker, exited: AbortSignal): Promise<void> {
    const { pings: { everyMs, deadlineMs, most } = PINGS, clock, log } = this.#parts;
    for (let missed = 0; missed < most; ) {
      await sleep(clock, everyMs, exited);
      if (exited.aborted || this.#stopping.signal.aborted) return;
      const isAnswered = await channel
        .call<boolean>(WORKER_CALLS.ping, undefined, deadlineMs)
        .catch(() => false);
      missed = isAnswered ? 0 : missed + 1;
    }
    if (exited.aborted || this.#stopping.signal.aborted) return;
    log.error({ worker: number }, 'a worker thread does not respond and is terminated');
    await worker.terminate();
  }

  async #end({ worker, channel, isServing }: RunningWorker): Promise<void> {
    const { stopMs, log } = this.#parts;
    if (isServing) {
      await channel.call(WORKER_CALLS.stop, undefined, stopMs).catch((err: unknown) => {
        log.warn({ err }, 'a worker thread did not stop in time and is terminated');
      });
    }
    await worker.terminate();
  }
}
