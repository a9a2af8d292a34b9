/** Reads what the end of a month needs, and does it for one partner after the other. */
import { RECENT_MONTHS } from '@serai/contract/billing/mail-plan.ts';
import { collectPages } from '../../lib/calls/collect-pages.ts';
import { mapConcurrently } from '../../lib/calls/map-concurrently.ts';
import { call, type Output, toFailure } from '../../lib/calls/operator-client.ts';
import type { Statement } from './download-statement.ts';
import {
  isClosing,
  type MailPlan,
  type PlannedMail,
  reminderPlan,
  statementPlan,
  wasSentSince,
} from './mail-plan.ts';

type Environment = Statement['environment'];

const PAGE = 200;
const CALLS_AT_A_TIME = 4;

export interface LoadedPlan extends MailPlan {
  canSend: boolean;
}

export async function loadStatementPlan(
  environment: Environment,
  month: string,
  signal: AbortSignal,
): Promise<LoadedPlan> {
  const pages = await collectPages('statements/list', { environment, month }, PAGE, signal);
  return planWith(pages, statementPlan, signal);
}

export async function loadReminderPlan(environment: Environment, signal: AbortSignal): Promise<LoadedPlan> {
  const late = await collectPages('billing/balances/list', { environment, overdue: true }, PAGE, signal);
  const accounts = late.flatMap(({ balances }) => balances);
  const pages = await mapConcurrently(accounts, CALLS_AT_A_TIME, ({ partnerId }) =>
    call('statements/list', { environment, partnerId, page: { limit: RECENT_MONTHS } }, signal),
  );
  return planWith(pages, sources => reminderPlan(sources, Date.now()), signal);
}

async function planWith(
  pages: readonly Output<'statements/list'>[],
  plan: typeof statementPlan,
  signal: AbortSignal,
): Promise<LoadedPlan> {
  const partners = await collectPages('partners/list', {}, PAGE, signal);
  const addresses = new Map(
    partners
      .flatMap(page => page.partners)
      .map(({ partnerId, company }) => [partnerId, company.billingEmail] as const),
  );
  const canSend = pages.every(page => page.canSend);
  const statements = pages.flatMap(page => page.statements);
  return { ...plan({ statements, addresses, canSend }), canSend };
}

export interface Outcome {
  /** CLOSED: nothing was sent, as planned. */
  state: 'DONE' | 'CLOSED' | 'SKIPPED' | 'FAILED';
  text: string;
}

/**
 * Closing again returns the same statement, and the server sends the same email once within 10 minutes. What was sent
 * since the plan was made is not sent again either.
 */
export async function runPlanned(mail: PlannedMail): Promise<Outcome> {
  const { action, partnerId, environment, month, to, lacksAddress } = mail;
  const named = { partnerId, environment, month };
  const closes = isClosing(mail);
  let done = '';
  try {
    const { statement } = closes
      ? await call('statements/close', named)
      : await call('statements/show', { ...named, page: { limit: 1 } });
    if (closes) done = 'Closed';
    if (action === 'CLOSE' || to === null) {
      return { state: 'CLOSED', text: lacksAddress ? 'Closed, not sent' : done };
    }
    if (wasSentSince(mail, statement)) return { state: 'SKIPPED', text: 'Someone else has just sent it' };
    const kind = action === 'REMIND' ? 'REMINDER' : 'STATEMENT';
    const { isNew } = await call('statements/send', { ...named, kind, to });
    return isNew
      ? { state: 'DONE', text: done ? 'Closed and sent' : 'Sent' }
      : { state: 'SKIPPED', text: 'Already sent a few minutes ago' };
  } catch (error) {
    const { message } = toFailure(error);
    return { state: 'FAILED', text: done ? `Closed, but not sent: ${message}` : message };
  }
}
