/**
 * Ensures that a 5xx response to a booking or cancellation means that nothing was sent. An operation marks its request
 * before a provider may act. From then on, only a deliberate rejection is returned as an error. For any other failure,
 * the response contains only what is certain, or the connection is closed.
 */
import { ApiError } from '../api-error.ts';

export class SentMark<Known> {
  #isSent = false;
  #known: (() => Known) | undefined;

  /**
   * Call it before a provider may act. `known` builds a response from what is certain. Without `known`, a failure
   * closes the connection.
   */
  set(known?: () => Known): void {
    this.#isSent = true;
    this.#known = known;
  }

  /** Call it when it is certain that the provider has not acted. */
  clear(): void {
    this.#isSent = false;
  }

  /** Returns whether this failure must not be returned to the client. */
  forbids(thrown: unknown): boolean {
    return this.#isSent && !(thrown instanceof ApiError && thrown.status < 500);
  }

  /** Throws if nothing is known for certain about the outcome. */
  known(): Known {
    if (this.#known === undefined) throw new Error('the outcome is not known for certain');
    return this.#known();
  }
}

/** A provider may have acted and no response can be built, so the connection is closed without one. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';

  constructor(operation: string, cause: unknown) {
    super(`the outcome of ${operation} is unknown to the client`, { cause });
  }
}
