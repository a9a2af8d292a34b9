/** Forwards by calling the backend in this process. */
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { DeadlineError, withDeadline } from '../../platform/deadline.ts';
import type { Answer } from '../../platform/operations/answer.ts';
import type { Backend } from '../../platform/operations/backend.ts';
import { OutcomeUnknown } from '../../platform/operations/sent-mark.ts';
import { type Forward, type ForwardCall, LostAnswer } from './forward.ts';

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
    if (call.operation.trafficClass === 'book') throw new LostAnswer(call.operation);
    throw new ApiError('SERVICE_UNAVAILABLE', 'The service did not respond in time. Try again shortly.');
  }
}
