/** Forwards by calling the backend in this process. */
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { DeadlineError, withDeadline } from '../../platform/deadline.ts';
import type { Backend } from '../../platform/operations/backend.ts';
import { type Forward, LostAnswer } from './forward.ts';

export function forwardInProcess(backend: Backend, clock: Clock): Forward {
  return {
    async send(call) {
      try {
        return await withDeadline(backend(call), call.timeLeftMs, clock);
      } catch (error) {
        if (!(error instanceof DeadlineError)) throw error;
        if (call.operation.trafficClass === 'book') throw new LostAnswer(call.operation);
        throw new ApiError('SERVICE_UNAVAILABLE', 'The service did not answer in time. Try again shortly.');
      }
    },
    async close() {},
  };
}
