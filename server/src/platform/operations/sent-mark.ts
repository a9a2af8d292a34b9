/**
 * Enforces that a 5xx of booking or cancel means that nothing was sent. An operation marks its request before a provider may act for
 * it. From then on only a deliberate refusal is returned as an error; any other failure becomes what is known for certain, or a closed
 * connection.
 */
import { ApiError } from '../api-error.ts';

export class SentMark<Known> {
  #isSent = false;
  #known: (() => Known) | undefined;

  /**
   * A provider may have acted, or may act later. `known` builds the response from what is certain; without it a failure closes the
   * connection.
   */
  set(known?: () => Known): void {
    this.#isSent = true;
    this.#known = known;
  }

  /** The provider certainly did nothing. */
  clear(): void {
    this.#isSent = false;
  }

  /** Whether this failure must not be returned to the client. */
  forbids(thrown: unknown): boolean {
    return this.#isSent && !(thrown instanceof ApiError && thrown.status < 500);
  }

  /** Throws where nothing is known. */
  known(): Known {
    if (this.#known === undefined) throw new Error('nothing is known for certain');
    return this.#known();
  }
}

/** A provider may have acted and no response can be built: the connection is closed without one. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';

  constructor(operation: string, cause: unknown) {
    super(`the outcome of ${operation} is unknown to the client`, { cause });
  }
}
