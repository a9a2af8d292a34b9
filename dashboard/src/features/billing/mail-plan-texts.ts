/** The texts of the dialogs that send statements or reminders. Pure. */
import { sumDecimals } from '../../lib/format/decimal.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { isClosing, type LeftOut, type PlannedMail } from './mail-plan.ts';
import type { Outcome } from './run-mail-plan.ts';

type Actions = readonly Pick<PlannedMail, 'action'>[];

/** Shown if no email can be sent. `settled` is used only if no partner was left out for another reason. */
export function emptyText(leftOut: readonly Pick<LeftOut, 'isSettled'>[], settled: string): string {
  return leftOut.every(({ isSettled }) => isSettled)
    ? settled
    : 'No emails can be sent, for the reasons below.';
}

export function buttonText(mails: Actions, count: number): string {
  const noun = mails.some(isReminder) ? 'reminder' : 'statement';
  const closed = mails.filter(isClosing).length;
  const sent = mails.filter(({ action }) => action !== 'CLOSE').length;
  // Partners without a billing email are closed only, so the two numbers differ.
  if (sent > 0 && sent < mails.length) {
    return `Close ${closed} statement${closed === 1 ? '' : 's'}, send ${sent}`;
  }
  return `${verbOf(mails)} ${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** For example `2 of 3 selected, 2,480.00 EUR`, with one sum for each currency. */
export function selectedText(selected: readonly Pick<PlannedMail, 'amount'>[], all: number): string {
  const byCurrency = Map.groupBy(selected, ({ amount: { currency } }) => currency);
  const sums = [...byCurrency].map(([currency, mails]) =>
    formatMoney({ amount: sumDecimals(mails.map(({ amount }) => amount.amount)), currency }),
  );
  return [`${selected.length} of ${all} selected`, ...sums].join(', ');
}

/** Why nothing was sent to a partner that the plan contains. */
export function notSentText(
  { note, lacksAddress }: Pick<PlannedMail, 'note' | 'lacksAddress'>,
  outcome: Outcome | undefined,
  isChosen: boolean,
): string {
  if (outcome?.state === 'CLOSED' && lacksAddress) return 'No billing email. The statement is closed.';
  if (outcome !== undefined) return outcome.text;
  if (isChosen) return 'Not started';
  return note === undefined ? 'Not selected' : `Not selected. ${note}.`;
}

/** A reminder asks for earlier months as well. */
export function monthText({ action, month }: Pick<PlannedMail, 'action' | 'month'>): string {
  return action === 'REMIND' ? `Up to ${monthName(month)}` : monthName(month);
}

/** How many of the statements that a reminder asks for the partner has never got. */
export function neverSentText(count: number, all: number): string {
  if (all === 1) return 'The statement was never sent';
  return `${count} of ${all} statements ${count === 1 ? 'was' : 'were'} never sent`;
}

function verbOf(mails: Actions): string {
  if (isOnlyClosing(mails)) return 'Close';
  return mails.some(isClosing) ? 'Close and send' : 'Send';
}

export function runningText(mails: Actions): string {
  return isOnlyClosing(mails) ? 'Closing…' : 'Sending…';
}

/** Parts that are zero are omitted. */
export function resultText(mails: Actions, outcomes: readonly Outcome[], notStarted = 0): string {
  const count = (wanted: Outcome['state']) => outcomes.filter(({ state }) => state === wanted).length;
  const parts: [number, string][] = [
    [count('DONE'), 'sent'],
    [count('CLOSED'), isOnlyClosing(mails) ? 'closed' : 'closed only'],
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

function isOnlyClosing(mails: Actions): boolean {
  return mails.length > 0 && mails.every(({ action }) => action === 'CLOSE');
}
