import { prepareResetMail } from '../../account/people/password-reset.ts';
import { tellOperator } from '../../account/tell-operator.ts';
import type { MailLow } from '../../billing/ledger/account-events.ts';
import { postponeStatementMail, settleStatementMail } from '../../billing/statements/statement-mail-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { JobRunner } from '../../platform/jobs/job-runner.ts';
import { finishJob } from '../../platform/jobs/job-store.ts';
import { mailJobs, planMails, SEND_MAILS } from '../../platform/mail/mail-jobs.ts';
import { openSmtp } from '../../platform/mail/smtp.ts';
import type { AppParts } from '../app-parts.ts';
import { mailHotels } from './mail-hotels.ts';
import { reportProviders } from './report-providers.ts';
import { balanceLowMail, expandBalanceMail, settleEndpointMail, tellNeeds } from './tell-needs.ts';

/** Emails are sent every few seconds. The calls of an hour are added up less often. */
const PROVIDERS_EVERY_MS = 30_000;

/** Returns a function that sends an email about a low balance. Undefined if email is off. */
export function mailBalanceLow({ mail, settings, addresses }: AppParts): MailLow | undefined {
  if (mail === undefined) return undefined;
  const dashboardUrl = settings.SERAI_DASHBOARD_URL ?? addresses.dashboard?.url ?? '';
  return async (tx, low) => {
    const waiting = balanceLowMail(low, dashboardUrl);
    if (waiting !== undefined) await mail.send(tx, waiting);
  };
}

export async function startMailJobs(parts: AppParts): Promise<void> {
  const { mail, database, settings, addresses, booking, clock, log, stops } = parts;
  const db = database.pool.asService('Emails to the users of all partners are sent from one outbox.');
  // The job may still exist from a time when email was on.
  if (mail === undefined) return finishJob(db, SEND_MAILS, 'all');
  const smtp = openSmtp({ ...mail, clock });
  const dashboardUrl = settings.SERAI_DASHBOARD_URL ?? addresses.dashboard?.url ?? '';
  const { providers } = booking;
  const providerMails = atMost(clock, PROVIDERS_EVERY_MS, at =>
    reportProviders(at, { providers, send: mail.send, dashboardUrl }),
  );
  const kinds = mailJobs({
    seal: mail.seal,
    smtp,
    clock,
    log,
    tellOperator,
    async prepare(tx, waiting) {
      const prepared = await prepareResetMail(tx, clock, waiting);
      return prepared && expandBalanceMail(tx, mail.send, prepared);
    },
    async settled(tx, sent, outcome, response) {
      await settleStatementMail(tx, sent, outcome, response);
      await settleEndpointMail(tx, sent, outcome);
    },
    postponed: postponeStatementMail,
    async watch(at) {
      await tellNeeds(at, { send: mail.send, dashboardUrl });
      if (settings.SERAI_MAIL_HOTELS === 'true') await mailHotels(at, { ...booking, send: mail.send });
      if (settings.SERAI_MAIL_PROVIDERS === 'true') await providerMails(at);
    },
  });
  const isHeld = () => booking.recovery.open() !== undefined;
  const runner = new JobRunner({ pool: database.pool, clock, kinds, log, isHeld });
  await planMails(db);
  runner.start();
  stops.add('mails', () => runner.stop());
}

/** Skips calls that come too soon after the last one. */
function atMost(clock: Clock, everyMs: number, run: (db: Database) => Promise<void>) {
  let lastMs = Number.NEGATIVE_INFINITY;
  return async (db: Database) => {
    if (clock.monotonicMs() - lastMs < everyMs) return;
    lastMs = clock.monotonicMs();
    await run(db);
  };
}
