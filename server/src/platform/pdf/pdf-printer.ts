/**
 * Prints PDF files in another thread, one at a time. Laying out a page with an embedded font takes so long that it would
 * delay every other request of the process.
 */
import { parentPort, Worker } from 'node:worker_threads';
import { shed } from '../admission/shed.ts';
import type { Clock, Timer } from '../clock.ts';

const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
/** For staff and jobs, and again for partner users. */
const MAX_WAITING = 30;
/** A file that waited longer for its turn is not printed. */
const WAIT_MS = 15_000;
const PRINT_MS = 30_000;
/** After this time without work, the thread ends and returns its memory. */
const IDLE_MS = 60_000;

interface Waiting {
  partnerId: string | undefined;
  sinceMs: number;
  start(): void;
  reject(error: Error): void;
}

export class PdfPrinter<Contents> {
  readonly #program: URL;
  readonly #clock: Clock;
  #isPrinting = false;
  /** In the order of their arrival. */
  #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #idle: Timer | undefined;

  /** The program calls `printMessages`. */
  constructor(program: URL, clock: Clock) {
    this.#program = program;
    this.#clock = clock;
  }

  /**
   * `partnerId` is the partner whose user waits for the file. Files of staff and jobs have none and are printed first. Throws
   * SERVICE_UNAVAILABLE if a file of the partner or too many files are waiting, or if waiting or printing takes too long.
   */
  async print(contents: Contents, partnerId?: string): Promise<Buffer> {
    if (this.#isPrinting) await this.#waitForTurn(partnerId);
    this.#isPrinting = true;
    try {
      return await this.#printNow(contents);
    } finally {
      this.#startNext();
    }
  }

  #waitForTurn(partnerId: string | undefined): Promise<void> {
    const isPartner = partnerId !== undefined;
    if (isPartner && this.#waiting.some(each => each.partnerId === partnerId)) throw shed('share');
    const rivals = this.#waiting.filter(each => (each.partnerId !== undefined) === isPartner);
    if (rivals.length >= MAX_WAITING) throw shed('full');
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ partnerId, sinceMs: this.#clock.monotonicMs(), start, reject });
    return promise;
  }

  /** `#isPrinting` stays true until nobody waits, so that a file that arrives now cannot overtake the next one. */
  #startNext(): void {
    for (;;) {
      const next = this.#waiting.find(each => each.partnerId === undefined) ?? this.#waiting[0];
      if (next === undefined) break;
      this.#waiting = this.#waiting.filter(each => each !== next);
      if (this.#clock.monotonicMs() - next.sinceMs <= WAIT_MS) {
        next.start();
        return;
      }
      next.reject(shed('late'));
    }
    this.#isPrinting = false;
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
