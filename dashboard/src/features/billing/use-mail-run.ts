import { useEffect, useRef, useState } from 'react';
import { useInvalidate } from '../../lib/calls/use-action.ts';
import { showToast } from '../../lib/toasts.tsx';
import type { PlannedMail } from './mail-plan.ts';
import { toastText } from './mail-plan-texts.ts';
import { type Outcome, runPlanned } from './run-mail-plan.ts';

interface Run {
  isStopping: boolean;
  stop: () => void;
}

export interface RunState {
  /** Undefined while nothing is sent. */
  run: Run | undefined;
  onRun: (run: Run | undefined) => void;
  /** While emails are sent, it stops them and keeps the dialog open. A second call closes the dialog. */
  close: () => void;
}

/** Belongs to the dialog, which must stay as it is while emails are sent. */
export function useRunState(onClose: () => void): RunState {
  const [run, onRun] = useState<Run>();
  return { run, onRun, close: run === undefined || run.isStopping ? onClose : run.stop };
}

/** Sends one email after the other, so that it can be stopped. */
export function useMailRun(
  mails: readonly PlannedMail[],
  { run, onRun, onSent }: Omit<RunState, 'close'> & { onSent?: (() => void) | undefined },
) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(mails.filter(({ isChosen }) => isChosen).map(({ partnerId }) => partnerId)),
  );
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const isShown = useIsShown();
  const outdate = useInvalidate();
  const start = async () => {
    const todo = mails.filter(({ partnerId }) => chosen.has(partnerId) && !isFinal(outcomes.get(partnerId)));
    if (run !== undefined || todo.length === 0) return;
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      onRun({ isStopping: true, stop });
    };
    onRun({ isStopping: false, stop });
    const reached: Outcome[] = [];
    for (const mail of todo) {
      // Nobody would see the further outcomes.
      if (isStopped || !isShown.current) break;
      const outcome = await runPlanned(mail);
      reached.push(outcome);
      setOutcomes(before => new Map(before).set(mail.partnerId, outcome));
    }
    onRun(undefined);
    if (reached.length === todo.length && reached.every(({ state }) => state === 'DONE')) onSent?.();
    void outdate(['statements', 'billing', 'audit']);
    if (!isShown.current) showToast(toastText(todo, reached, todo.length - reached.length));
  };
  const choose = (which: readonly PlannedMail[], isChosen: boolean) =>
    setChosen(before => {
      const after = new Set(before);
      for (const { partnerId } of which) isChosen ? after.add(partnerId) : after.delete(partnerId);
      return after;
    });
  return { chosen, outcomes, start, choose };
}

/** False once the component is unmounted, for example because a link was followed. */
function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** Failed emails can be repeated. */
export function isFinal(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && outcome.state !== 'FAILED';
}
