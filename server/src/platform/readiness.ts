/** Whether this process may take traffic, and what it waits for if not. A provider's failure never makes it unready. */

/** Undefined when all is well, else what is missing. */
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

  /** From now on the process takes no more traffic. */
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
