/**
 * Which statements are sent at the end of a month, and which partners are reminded. The dashboard and the schedule of the
 * server decide it with the same functions. Pure.
 */
import type { z } from 'zod';
import type { statement } from './statements.ts';

export type MailStatement = z.output<typeof statement>;

/** Why a partner gets no email. */
export const MAIL_EXCLUSIONS = [
  'NOTHING_TO_SEND',
  'ALREADY_CLOSED',
  'ALREADY_SENT',
  'NO_BILLING_EMAIL',
  'EMAIL_OFF',
] as const;

export type MailExclusion = (typeof MAIL_EXCLUSIONS)[number];

/** CLOSE sends nothing, because the installation cannot send emails or the partner has no billing email. */
export type MailAction = 'CLOSE_AND_SEND' | 'SEND' | 'CLOSE' | 'REMIND';

export type MailDecision = { action: MailAction } | { excluded: MailExclusion };

interface Means {
  hasAddress: boolean;
  canSend: boolean;
}

type Asked = Pick<MailStatement, 'status' | 'closing' | 'entries' | 'sent'>;

/** Without a billing email, the statement is still closed. Otherwise it would have no due date and never be overdue. */
export function decideStatement(
  { status, closing, entries, sent }: Asked,
  { hasAddress, canSend }: Means,
): MailDecision {
  const isOpen = status === 'OPEN';
  if (entries === 0 && isZero(closing)) return { excluded: 'NOTHING_TO_SEND' };
  if (!canSend) return isOpen ? { action: 'CLOSE' } : { excluded: 'ALREADY_CLOSED' };
  if (isOnItsWay(sent)) return { excluded: 'ALREADY_SENT' };
  if (!hasAddress) return isOpen ? { action: 'CLOSE' } : { excluded: 'NO_BILLING_EMAIL' };
  return { action: isOpen ? 'CLOSE_AND_SEND' : 'SEND' };
}

/** For the statement that `overdueStatement` returns. */
export function decideReminder({ hasAddress, canSend }: Means): MailDecision {
  if (!canSend) return { excluded: 'EMAIL_OFF' };
  return hasAddress ? { action: 'REMIND' } : { excluded: 'NO_BILLING_EMAIL' };
}

/** Only statements of the last 12 months can be overdue. The first one is that of this month. */
export const RECENT_MONTHS = 13;

type Unpaid = Pick<MailStatement, 'unpaid' | 'amountDue'>;

/** The newest overdue statement of a partner. Its amount due includes the earlier ones, so one reminder is enough. */
export function overdueStatement<One extends Unpaid & Pick<MailStatement, 'payment'>>(
  newestFirst: readonly One[],
): One | undefined {
  return newestFirst.find(
    statement =>
      statement.payment === 'OVERDUE' && stillDue(statement) !== undefined && !isCarriedOver(statement),
  );
}

/** What is left to pay, including earlier statements. Undefined if it is nothing, or not known. */
export function stillDue({
  amountDue,
}: Pick<Unpaid, 'amountDue'>): NonNullable<MailStatement['amountDue']> | undefined {
  return amountDue === null || isZero(amountDue) ? undefined : amountDue;
}

/** Whether only earlier statements are unpaid, which this one repeats in its closing balance. */
export function isCarriedOver({ unpaid, amountDue }: Unpaid): boolean {
  return unpaid !== null && amountDue !== null && isZero(unpaid) && !isZero(amountDue);
}

type Listed = Pick<MailStatement, 'month' | 'unpaid' | 'sent' | 'reminded'>;

/** The statements that a reminder of this month asks for, although no email about them was sent. `all` are of one partner. */
export function neverSent<One extends Listed>(all: readonly One[], reminderMonth: string): One[] {
  return all.filter(
    statement =>
      statement.month <= reminderMonth &&
      statement.unpaid !== null &&
      !isZero(statement.unpaid) &&
      !wasSent(statement),
  );
}

/**
 * A reminder has the statement attached too. If there are too many files, it only names the oldest statements, which still
 * count as sent.
 */
export function wasSent({ sent, reminded }: Pick<MailStatement, 'sent' | 'reminded'>): boolean {
  return isOnItsWay(sent) || isOnItsWay(reminded);
}

type Mail = MailStatement['sent'];

/** Whether the email was sent or waits to be sent. */
export function isOnItsWay(mail: Mail): mail is NonNullable<Mail> {
  return mail !== null && mail.state !== 'FAILED';
}

export function isZero({ amount }: { amount: string }): boolean {
  return !/[1-9]/.test(amount);
}
