/** The texts of the dialogs that send statements or reminders. Pure. */
import { isClosing, type LeftOut, type PlannedMail } from './mail-plan.ts';
import type { Outcome } from './run-mail-plan.ts';

type Actions = readonly Pick<PlannedMail, 'action'>[];

/** Shown if no email can be sent. `settled` is used only if no partner was left out for another reason. */
export function emptyText(leftOut: readonly Pick<LeftOut, 'isSettled'>[], settled: string): string {
  return leftOut.every(({ isSettled }) => isSettled)
    ? settled
    : 'No email can be sent. The reasons are below.';
}

export function buttonText(mails: Actions, count: number): string {
  const noun = mails.some(isReminder) ? 'reminder' : 'statement';
  return `${verbOf(mails)} ${count} ${noun}${count === 1 ? '' : 's'}`;
}

function verbOf(mails: Actions): string {
  if (isOnlyClosing(mails)) return 'Close';
  return mails.some(isClosing) ? 'Close and send' : 'Send';
}

export function runningText(mails: Actions): string {
  return isOnlyClosing(mails) ? 'Closing …' : 'Sending …';
}

/** Parts that are zero are omitted. */
export function resultText(mails: Actions, outcomes: readonly Outcome[], notStarted = 0): string {
  const count = (wanted: Outcome['state']) => outcomes.filter(({ state }) => state === wanted).length;
  const parts: [number, string][] = [
    [count('DONE'), isOnlyClosing(mails) ? 'closed' : 'sent'],
    [count('SKIPPED'), 'skipped'],
    [count('FAILED'), 'failed'],
    [notStarted, 'not started'],
  ];
  return parts.flatMap(([number, word]) => (number > 0 ? `${number} ${word}` : [])).join(', ');
}

/** For a run whose dialog is no longer shown. */
export function toastText(mails: Actions, outcomes: readonly Outcome[], notStarted: number): string {
  const what = mails.some(isReminder) ? 'Reminders' : 'Statements';
  return `${what}: ${resultText(mails, outcomes, notStarted)}.`;
}

function isReminder({ action }: Actions[number]): boolean {
  return action === 'REMIND';
}

/** An installation that cannot send emails closes all statements of a plan, and sends none. */
function isOnlyClosing(mails: Actions): boolean {
  return mails.some(({ action }) => action === 'CLOSE');
}
