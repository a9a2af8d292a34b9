/**
 * The port between gateway and backend: a function call within one process, or HTTP between processes. Callers use both
 * in the same way.
 */
import { mayBook, type Route, type TrafficClass } from '@serai/contract/operation.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { DeadlineError, withDeadline } from '../../platform/deadline.ts';
import type { Answer } from '../../platform/operations/answer.ts';
import type { Backend } from '../../platform/operations/backend.ts';
import type { BackendRequest } from '../../platform/operations/backend-request.ts';
import { OutcomeUnknown } from '../../platform/operations/sent-mark.ts';

export interface ForwardCall extends BackendRequest {
  operation: Route;
  onResend(): void;
}

export interface Forward {
  /**
   * Returns the backend's response, synchronously if it is already available. Throws SERVICE_UNAVAILABLE if there is no
   * response, which for a booking or cancellation guarantees that no backend received it. Otherwise, a booking or
   * cancellation without a response throws LostAnswer.
   */
  send(call: ForwardCall): Answer | Promise<Answer>;
  /**
   * Returns true if every backend has just rejected the whole traffic class, so that sending another request would be
   * pointless. Undefined for a backend in the same process.
   */
  turnsAway?(trafficClass: TrafficClass): boolean;
  close(): Promise<void>;
}

/**
 * Thrown when a booking or cancellation was sent and its response is lost. Any status could be wrong, so the connection
 * is closed without a response. The client then retries with the same client reference.
 */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';

  /** `cause` is set if the failure is an error in our own code. */
  constructor(operation: Route, cause?: unknown) {
    super(`the response to ${operation.name} was lost`, { cause });
  }
}

export function forwardInProcess(backend: Backend, clock: Clock): Forward {
  return {
    send(call) {
      const answer = backend(call);
      return answer instanceof Promise ? withinDeadline(call, answer, clock) : answer;
    },
    async close() {},
  };
}

async function withinDeadline(call: ForwardCall, answer: Promise<Answer>, clock: Clock): Promise<Answer> {
  try {
    return await withDeadline(answer, call.timeLeftMs, clock);
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw new LostAnswer(call.operation);
    if (!(error instanceof DeadlineError)) throw error;
    if (mayBook(call.operation.trafficClass)) throw new LostAnswer(call.operation);
    throw new ApiError('SERVICE_UNAVAILABLE', 'The service did not respond in time. Try again shortly.');
  }
}
