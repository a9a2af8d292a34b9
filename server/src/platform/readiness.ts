/**
 * Reports whether this process is ready for traffic and, if not, what is missing. A failing provider never makes the
 * process unready.
 */

/** Undefined if everything is ready, otherwise a description of what is missing. */
export type ReadinessCheck = () => string | undefined;

export interface CheckResult {
  name: string;
  ready: boolean;
  message: string | null;
}

export class Readiness {
  readonly #checks = new Map<string, ReadinessCheck>();
  #stopping = false;

  add(name: string, check: ReadinessCheck): void {
    this.#checks.set(name, check);
  }

  /** Makes the process unready permanently. */
  stop(): void {
    this.#stopping = true;
  }

  results(): CheckResult[] {
    const results = [...this.#checks].map(([name, check]) => {
      const message = check() ?? null;
      return { name, ready: message === null, message };
    });
    if (this.#stopping) results.push({ name: 'process', ready: false, message: 'stopping' });
    return results;
  }

  isReady(): boolean {
    return this.results().every(result => result.ready);
  }
}
