/**
 * Virtual time. Everything that happens is an entry. Entries run one at a time, and time jumps from one to the next.
 * Code that waits for an entry continues before the next entry starts, so every run is reproducible.
 */
import type { Timer } from '../../src/platform/clock.ts';

interface Entry {
  atMs: number;
  order: number;
  task: () => unknown;
}

/** Stays start some days after this time. */
export const START_MS = Date.UTC(2027, 0, 10, 12);

export class Timeline {
  #nowMs = START_MS;
  #orders = 0;
  readonly #entries: Entry[] = [];
  readonly #lines: string[] = [];

  get nowMs(): number {
    return this.#nowMs;
  }

  get nextMs(): number | undefined {
    return this.#entries[0]?.atMs;
  }

  at(delayMs: number, task: () => unknown): Timer {
    const entry = { atMs: this.#nowMs + Math.max(0, delayMs), order: this.#orders++, task };
    let index = this.#entries.length;
    while (index > 0 && (this.#entries[index - 1] as Entry).atMs > entry.atMs) index--;
    this.#entries.splice(index, 0, entry);
    return {
      cancel: () => {
        const found = this.#entries.indexOf(entry);
        if (found >= 0) this.#entries.splice(found, 1);
      },
    };
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise(resolve => this.at(delayMs, resolve));
  }

  /** Runs the next entry and lets waiting code continue. Returns false if no entry is left. */
  async step(): Promise<boolean> {
    const entry = this.#entries.shift();
    if (entry === undefined) return false;
    this.#nowMs = entry.atMs;
    await entry.task();
    await quiet();
    return true;
  }

  /** Records one line of what happened, for analysing a failed run. */
  note(line: string): void {
    const seconds = ((this.#nowMs - START_MS) / 1_000).toFixed(3).padStart(11);
    this.#lines.push(`${seconds} ${line}`);
  }

  get trace(): readonly string[] {
    return this.#lines;
  }
}

/**
 * The service's deadlines use `setImmediate` so that results that have arrived are handled first. Two rounds are enough
 * for this.
 */
async function quiet(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}
