/** Nothing begins once a call has ended, and every answer is kept for the audit. */
import type { Clock } from '../../../platform/clock.ts';
import type { Call } from '../../port/call.ts';
import type { Booked, Cancelled, NotExecuted } from '../../port/outcomes.ts';
import { certainlyUndone } from './certainly-undone.ts';
import { exchangeRecord } from './exchange-record.ts';

const FAILED = { kind: 'FAILED', cause: 'TIMEOUT' } as const;
const NOT_SENT: NotExecuted = { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };

export function withinCalls(clock: Clock) {
  async function read<T>(call: Call, question: object, work: () => Promise<T>): Promise<T | typeof FAILED> {
    if (isOver(clock, call)) return FAILED;
    const answer = await work();
    call.record(exchangeRecord(question, answer));
    return answer;
  }

  async function effect<T extends Booked | Cancelled>(
    call: Call,
    question: object,
    work: () => Promise<T>,
  ): Promise<T | NotExecuted> {
    if (isOver(clock, call)) return NOT_SENT;
    let answer: T | NotExecuted;
    try {
      answer = await work();
    } catch (error) {
      const undone = certainlyUndone(error);
      if (undone === undefined) throw error;
      answer = undone;
    }
    call.record(exchangeRecord(question, answer));
    return answer;
  }

  return { read, effect };
}

function isOver(clock: Clock, call: Call): boolean {
  return call.signal.aborted || clock.monotonicMs() >= call.deadlineMs;
}
