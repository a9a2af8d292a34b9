/**
 * Prints PDF files in another thread, one at a time. Laying out a page with an embedded font takes so long that it would
 * delay every other request of the process.
 */
import { parentPort, Worker } from 'node:worker_threads';
import { shed } from '../admission/shed.ts';
import type { Clock, Timer } from '../clock.ts';

const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
const MAX_WAITING = 30;
/** A file that waited longer for its turn is not printed. */
const WAIT_MS = 15_000;
const PRINT_MS = 30_000;
/** After this time without work, the thread ends and returns its memory. */
const IDLE_MS = 60_000;

export class PdfPrinter<Contents> {
  readonly #program: URL;
  readonly #clock: Clock;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #worker: Worker | undefined;
  #idle: Timer | undefined;

  /** The program calls `printMessages`. */
  constructor(program: URL, clock: Clock) {
    this.#program = program;
    this.#clock = clock;
  }

  /** Throws SERVICE_UNAVAILABLE if too many files are waiting, or if waiting or printing takes too long. */
  async print(contents: Contents): Promise<Buffer> {
    if (this.#waiting >= MAX_WAITING) throw shed('full');
    this.#waiting++;
    const sinceMs = this.#clock.monotonicMs();
    const printed = this.#last.then(() => {
      if (this.#clock.monotonicMs() - sinceMs > WAIT_MS) throw shed('late');
      return this.#printNow(contents);
    });
    this.#last = printed.catch(() => {});
    return printed.finally(() => this.#waiting--);
  }

  async #printNow(contents: Contents): Promise<Buffer> {
    this.#idle?.cancel();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const deadline = this.#clock.after(PRINT_MS, () => void worker.terminate());
    try {
      return await printIn(worker, contents);
    } finally {
      deadline.cancel();
      this.#idle = this.#clock.after(IDLE_MS, () => void worker.terminate());
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { resourceLimits: LIMITS });
    worker.unref();
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    // A thread with an error exits a little later and must not get another file.
    worker.on('error', forget).on('exit', forget);
    return worker;
  }
}

function printIn(worker: Worker, contents: unknown): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onMessage = (pdf: Uint8Array) => end(() => resolve(Buffer.from(pdf)));
    const onError = (error: unknown) => end(() => reject(error));
    const onExit = () => end(() => reject(shed('late')));
    const end = (settle: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(contents);
  });
}

/** For the thread: each message is what to print, and each response is its PDF. An error ends the thread. */
export function printMessages<Contents>(print: (contents: Contents) => Promise<Buffer>): void {
  parentPort?.on('message', async (contents: Contents) => parentPort?.postMessage(await print(contents)));
}
