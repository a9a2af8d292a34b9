/**
 * Prints vouchers as PDF files in another thread, one at a time. Laying out a page with an embedded font takes so long that it
 * would delay every other request of the process.
 */
import { Worker } from 'node:worker_threads';
import type { Voucher } from '@serai/contract/booking/voucher.ts';
import { shed } from '../../platform/admission/shed.ts';
import type { Clock, Timer } from '../../platform/clock.ts';

const PROGRAM = new URL('./voucher-pdf-thread.ts', import.meta.url);
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
const MAX_WAITING = 30;
/** A voucher that waited longer for its turn is not printed. */
const WAIT_MS = 15_000;
const PRINT_MS = 30_000;
/** After this time without work, the thread ends and returns its memory. */
const IDLE_MS = 60_000;

export class VoucherPrinter {
  readonly #clock: Clock;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #worker: Worker | undefined;
  #idle: Timer | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws SERVICE_UNAVAILABLE if too many vouchers are waiting, or if waiting or printing takes too long. */
  async print(voucher: Voucher): Promise<Buffer> {
    if (this.#waiting >= MAX_WAITING) throw shed('full');
    this.#waiting++;
    const sinceMs = this.#clock.monotonicMs();
    const printed = this.#last.then(() => {
      if (this.#clock.monotonicMs() - sinceMs > WAIT_MS) throw shed('late');
      return this.#printNow(voucher);
    });
    this.#last = printed.catch(() => {});
    return printed.finally(() => this.#waiting--);
  }

  async #printNow(voucher: Voucher): Promise<Buffer> {
    this.#idle?.cancel();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const deadline = this.#clock.after(PRINT_MS, () => void worker.terminate());
    try {
      return await printIn(worker, voucher);
    } finally {
      deadline.cancel();
      this.#idle = this.#clock.after(IDLE_MS, () => void worker.terminate());
    }
  }

  #start(): Worker {
    const worker = new Worker(PROGRAM, { resourceLimits: LIMITS });
    worker.unref();
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    // A thread with an error exits a little later and must not get another voucher.
    worker.on('error', forget).on('exit', forget);
    return worker;
  }
}

function printIn(worker: Worker, voucher: Voucher): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onMessage = (pdf: Uint8Array) => end(() => resolve(Buffer.from(pdf)));
    const onError = (error: unknown) => end(() => reject(error));
    const onExit = () => end(() => reject(shed('late')));
    const end = (settle: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(voucher);
  });
}
