/** Which emails the end of a month needs: who gets one, and who is not included and why. Pure. */
import {
  decideReminder,
  decideStatement,
  isOnItsWay,
  type MailAction,
  type MailDecision,
  type MailExclusion,
  neverSent,
  overdueStatement,
} from '@serai/contract/billing/mail-plan.ts';
import { formatDate } from '../../lib/format/format.ts';
import type { Statement } from './download-statement.ts';

export interface PlannedMail extends Pick<Statement, 'partnerId' | 'partnerName' | 'environment' | 'month'> {
  action: MailAction;
  amount: Statement['closing'];
  /** Null if nothing is sent. */
  to: string | null;
  /** When the last email of this kind was asked for, as far as the plan knows. */
  lastAt: string | null;
  note: string | undefined;
  /** Numbers of statements that a reminder asks for, although the partner has never got them. */
  neverSent: readonly string[];
  /** The statement is only closed, because the partner has no billing email. */
  lacksAddress: boolean;
  isChosen: boolean;
}

export interface LeftOut extends Pick<Statement, 'partnerId' | 'partnerName'> {
  reason: string;
  /** True if there is nothing to do: the statement was sent, or its month is empty. */
  isSettled: boolean;
  lacksAddress: boolean;
}

export interface MailPlan {
  mails: readonly PlannedMail[];
  leftOut: readonly LeftOut[];
}

export interface PlanSources {
  statements: readonly Statement[];
  /** The billing email of each partner. */
  addresses: ReadonlyMap<string, string | null>;
  canSend: boolean;
}

/** The statements of one month that have not been sent. */
export function statementPlan({ statements, addresses, canSend }: PlanSources): MailPlan {
  return planOf(statements, statement => {
    const { partnerId, closing, sent } = statement;
    const to = addresses.get(partnerId) ?? null;
    return plannedOr(decideStatement(statement, { hasAddress: to !== null, canSend }), sent, {
      amount: closing,
      to: canSend ? to : null,
      lastAt: sent?.at ?? null,
      note: sent?.state === 'FAILED' ? `The email to ${sent.to} could not be sent` : undefined,
      neverSent: [],
      lacksAddress: canSend && to === null,
      isChosen: true,
    });
  });
}

const DAY_MS = 86_400_000;
/** A partner needs some days to pay. Sooner reminders are offered, but not chosen. */
const PATIENCE_MS = 7 * DAY_MS;

/** One reminder for each partner that is late, whatever the number of its overdue statements. */
export function reminderPlan({ statements, addresses, canSend }: PlanSources, nowMs: number): MailPlan {
  const partners = [...new Set(statements.map(({ partnerId }) => partnerId))];
  const late = partners.flatMap(
    id => overdueStatement(statements.filter(({ partnerId }) => partnerId === id)) ?? [],
  );
  return planOf(late, ({ partnerId, month, amountDue, closing, reminded }) => {
    const to = addresses.get(partnerId) ?? null;
    const own = statements.filter(each => each.partnerId === partnerId);
    const isRecent = isOnItsWay(reminded) && nowMs - Date.parse(reminded.at) < PATIENCE_MS;
    return plannedOr(decideReminder({ hasAddress: to !== null, canSend }), reminded, {
      amount: amountDue ?? closing,
      to,
      lastAt: reminded?.at ?? null,
      note: isOnItsWay(reminded) ? `Reminded on ${formatDate(reminded.at)}` : undefined,
      neverSent: neverSent(own, month).flatMap(({ number }) => number ?? []),
      lacksAddress: false,
      isChosen: !isRecent,
    });
  });
}

/** Whether somebody else has sent the same email since the plan was made. */
export function wasSentSince(
  { action, lastAt }: Pick<PlannedMail, 'action' | 'lastAt'>,
  { sent, reminded }: Pick<Statement, 'sent' | 'reminded'>,
): boolean {
  const last = action === 'REMIND' ? reminded : sent;
  return isOnItsWay(last) && last.at !== lastAt;
}

export function isClosing({ action }: Pick<PlannedMail, 'action'>): boolean {
  return action === 'CLOSE' || action === 'CLOSE_AND_SEND';
}

type Exclusion = Pick<LeftOut, 'reason' | 'isSettled' | 'lacksAddress'>;
type Details = Pick<
  PlannedMail,
  'amount' | 'to' | 'lastAt' | 'note' | 'neverSent' | 'lacksAddress' | 'isChosen'
>;
type Decision = Exclusion | (Details & Pick<PlannedMail, 'action'>);

function plannedOr(decision: MailDecision, last: Statement['sent'], details: Details): Decision {
  if ('action' in decision) return { action: decision.action, ...details };
  const { excluded } = decision;
  return {
    reason: exclusionText(excluded, last?.at),
    isSettled: SETTLED.has(excluded),
    lacksAddress: excluded === 'NO_BILLING_EMAIL',
  };
}

const SETTLED: ReadonlySet<MailExclusion> = new Set(['NOTHING_TO_SEND', 'ALREADY_SENT']);

const EXCLUSION_TEXTS: Readonly<Record<MailExclusion, string>> = {
  NOTHING_TO_SEND: 'Nothing in this month',
  ALREADY_CLOSED: 'Already closed',
  ALREADY_SENT: 'Already sent',
  NO_BILLING_EMAIL: 'No billing email',
  EMAIL_OFF: 'Email is off',
};

/** `sentAt` is the time of the last email, if it is known. */
export function exclusionText(excluded: MailExclusion, sentAt?: string): string {
  if (excluded === 'ALREADY_SENT' && sentAt !== undefined) return `Sent on ${formatDate(sentAt)}`;
  return EXCLUSION_TEXTS[excluded];
}

function planOf(statements: readonly Statement[], decide: (statement: Statement) => Decision): MailPlan {
  const mails: PlannedMail[] = [];
  const excluded: LeftOut[] = [];
  for (const statement of statements) {
    const { partnerId, partnerName, environment, month } = statement;
    const decision = decide(statement);
    if ('reason' in decision) excluded.push({ partnerId, partnerName, ...decision });
    else mails.push({ partnerId, partnerName, environment, month, ...decision });
  }
  return { mails, leftOut: excluded };
}
