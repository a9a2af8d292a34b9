/**
 * The port between gateway and backend: a function call within one process, or HTTP between processes. Both behave
 * the same.
 */
import type { Operation, TrafficClass } from '@serai/contract/operation.ts';
import type { Answer } from '../../platform/operations/answer.ts';
import type { BackendRequest } from '../../platform/operations/backend-request.ts';

export interface ForwardCall extends BackendRequest {
  operation: Operation;
  /** Called each time the request is sent again. */
  onResend(): void;
}

export interface Forward {
  /**
   * Returns the backend's response, without a promise if it is already known. Throws SERVICE_UNAVAILABLE if nothing
   * was sent, and LostAnswer if the outcome is unknown.
   */
  send(call: ForwardCall): Answer | Promise<Answer>;
  /**
   * True if every backend has just rejected the whole class, so that sending another request would be futile.
   * Undefined for a backend in the same process.
   */
  turnsAway?(trafficClass: TrafficClass): boolean;
  close(): Promise<void>;
}

/**
 * A booking or cancellation was sent and its response is lost. Any status could be wrong, so the connection is closed
 * without a response. The client repeats the request with the same reference.
 */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';

  /** `cause` is an error in our own code. */
  constructor(operation: Operation, cause?: unknown) {
    super(`the response of ${operation.name} is lost`, { cause });
  }
}
