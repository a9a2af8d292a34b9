/** Which emails the end of a month needs: who gets one, and who is left out and why. Pure. */
import { isZero } from '../../components/billing/ageing.tsx';
import { isCarriedOver } from '../../components/billing/unpaid.ts';
import { formatDate } from '../../lib/format/format.ts';
import type { Statement } from './download-statement.ts';
import { mayRemind } from './statement-mail.ts';

type Mail = Statement['sent'];

export interface PlannedMail extends Pick<Statement, 'partnerId' | 'partnerName' | 'environment' | 'month'> {
  /** CLOSE is for installations that cannot send emails. */
  action: 'CLOSE_AND_SEND' | 'SEND' | 'CLOSE' | 'REMIND';
  amount: Statement['closing'];
  /** Null if nothing is sent. */
  to: string | null;
  /** When the last email of this kind was asked for, as far as the plan knows. */
  lastAt: string | null;
  note: string | undefined;
  isChosen: boolean;
}

export interface LeftOut extends Pick<Statement, 'partnerId' | 'partnerName'> {
  reason: string;
  /** True if there is nothing to do: the statement was sent, or its month is empty. */
  isSettled: boolean;
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

const NO_ADDRESS = leftOut('No billing email');

/** The statements of one month that have not been sent. */
export function statementPlan({ statements, addresses, canSend }: PlanSources): MailPlan {
  return planOf(statements, statement => {
    const { partnerId, status, closing, entries, sent } = statement;
    const isOpen = status === 'OPEN';
    const to = addresses.get(partnerId) ?? null;
    if (entries === 0 && isZero(closing)) return leftOut('Nothing in this month', true);
    if (!canSend && !isOpen) return leftOut('Already closed');
    if (canSend && isOnItsWay(sent)) return leftOut(`Sent on ${formatDate(sent.at)}`, true);
    if (canSend && to === null) return NO_ADDRESS;
    return {
      action: canSend ? (isOpen ? 'CLOSE_AND_SEND' : 'SEND') : 'CLOSE',
      amount: closing,
      to: canSend ? to : null,
      lastAt: sent?.at ?? null,
      note: sent?.state === 'FAILED' ? `The email to ${sent.to} could not be sent` : undefined,
      isChosen: true,
    };
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
  return planOf(late, ({ partnerId, amountDue, closing, reminded }) => {
    const to = addresses.get(partnerId) ?? null;
    if (!canSend) return leftOut('Email is off');
    if (to === null) return NO_ADDRESS;
    const isRecent = isOnItsWay(reminded) && nowMs - Date.parse(reminded.at) < PATIENCE_MS;
    return {
      action: 'REMIND',
      amount: amountDue ?? closing,
      to,
      lastAt: reminded?.at ?? null,
      note: isOnItsWay(reminded) ? `Reminded on ${formatDate(reminded.at)}` : undefined,
      isChosen: !isRecent,
    };
  });
}

/** The newest overdue statement of a partner. Its amount due includes the earlier ones, so one reminder is enough. */
export function overdueStatement(newestFirst: readonly Statement[]): Statement | undefined {
  return newestFirst.find(
    statement => statement.payment === 'OVERDUE' && mayRemind(statement) && !isCarriedOver(statement),
  );
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

function isOnItsWay(mail: Mail): mail is NonNullable<Mail> {
  return mail !== null && mail.state !== 'FAILED';
}

type Exclusion = Pick<LeftOut, 'reason' | 'isSettled'>;
type Decision = Exclusion | Pick<PlannedMail, 'action' | 'amount' | 'to' | 'lastAt' | 'note' | 'isChosen'>;

function leftOut(reason: string, isSettled = false): Exclusion {
  return { reason, isSettled };
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
