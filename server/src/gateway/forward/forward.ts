/** The port between gateway and backend: a function call in one process, HTTP to another. One behaviour in both. */
import type { Operation, TrafficClass } from '@serai/contract/operation.ts';
import type { Answer } from '../../platform/operations/answer.ts';
import type { BackendRequest } from '../../platform/operations/backend-request.ts';

export interface ForwardCall extends BackendRequest {
  operation: Operation;
  /** Told each time the request is sent again. */
  onResend(): void;
}

export interface Forward {
  /**
   * The backend's answer, at once where it is known at once. Throws SERVICE_UNAVAILABLE when nothing was sent,
   * LostAnswer when nobody can know.
   */
  send(call: ForwardCall): Answer | Promise<Answer>;
  /** Every backend has just turned the class away: sending would only cost all of us. Absent where there is one process. */
  turnsAway?(trafficClass: TrafficClass): boolean;
  close(): Promise<void>;
}

/**
 * A booking or cancel was sent and its answer is lost. Any status would be a lie, so the connection is closed without
 * one; the client repeats the request with the same reference.
 */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';

  /** `cause` is a fault of our own code. */
  constructor(operation: Operation, cause?: unknown) {
    super(`the answer of ${operation.name} is lost`, { cause });
  }
}
