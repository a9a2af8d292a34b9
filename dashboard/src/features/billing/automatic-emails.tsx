/** What is sent automatically: when it runs next, what the last runs did, and a line if something failed. */
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { failureAdvice, failureCause, isRetried } from '../../components/billing/failed-mail-texts.ts';
import { useFailedMails } from '../../components/billing/use-failed-mails.ts';
import { Badge, Banner, Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { useReportShown } from '../../lib/shown-subjects.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { AddBillingEmail } from './add-billing-email.tsx';
import {
  failedSubjects,
  failedTitle,
  isWaitingForEmail,
  lateSince,
  lateText,
  type MailKind,
  nextTexts,
  outcomeText,
  problemText,
  runCounts,
  runTitle,
  type Schedule,
  type ScheduledMail,
  type ScheduleRun,
  shownOutcome,
} from './schedule-texts.ts';
import { SendAgain } from './send-again.tsx';
import '../../styles/month-end.css';

const MINUTE_MS = 60_000;
/** Of each run. Those that were not sent come first. */
const MAX_LISTED = 50;

interface FailedEmailsProps {
  /** Whether the tab below lists the failed emails. */
  isListed: boolean;
}

/** Above the tabs, if something was not sent. Nothing is sent automatically in the sandbox. */
export function FailedEmails({ isListed }: FailedEmailsProps) {
  const environment = useEnvironment();
  const { timeZone } = useSession().session;
  const when = environment === 'production';
  const shown = useCall('billing/schedule/show', {}, { when, everyMs: MINUTE_MS });
  const { statements, reminders, isSettled } = useFailedMails();
  const schedule = when && isSettled && shown.state === 'ready' ? shown.data : undefined;
  const failed = { statements: statements.length, reminders: reminders.length };
  const text = schedule && problemText(schedule, { today: dateIn(timeZone, Date.now()), ...failed });
  useReportShown(schedule ? failedSubjects(schedule, failed) : []);
  // The tab itself reports that nothing is sent, or that a run is late.
  if (schedule === undefined || text === undefined) return null;
  const hasFailed = failedSubjects(schedule, failed).length > 0;
  if (isListed && !hasFailed) return null;
  const open = !isListed && (
    <LinkTo to="/billing" search={{ tab: 'emails' }}>
      Open automatic emails
    </LinkTo>
  );
  const [mail, ...others] = [...statements, ...reminders];
  if (!hasFailed || mail === undefined || others.length > 0) {
    return <Banner tone={hasFailed ? 'bad' : 'warn'} title={text} action={open} />;
  }
  return <FailedEmail mail={mail} kind={statements.length > 0 ? 'STATEMENT' : 'REMINDER'} action={open} />;
}

function FailedEmail({ mail, kind, action }: OutcomeProps & { action: ReactNode }) {
  const { partnerId, partnerName, failure, problem } = mail;
  const isAddress = failure !== null && failureCause(failure) === 'ADDRESS';
  return (
    <Banner
      tone="bad"
      title={`${failedTitle(mail, kind)}${isAddress && failure.response !== null ? ': the address was rejected' : ''}`}
      action={
        <div className="row">
          {isAddress && <AddBillingEmail {...{ partnerId, partnerName }} label="Check billing email" />}
          {action}
        </div>
      }
    >
      {[problem, failure && failureAdvice(failure, kind)].filter(Boolean).join(' ')}
    </Banner>
  );
}

export function AutomaticEmails() {
  const isProduction = useEnvironment() === 'production';
  const shown = useCall('billing/schedule/show', {}, { when: isProduction, everyMs: MINUTE_MS });
  const list = useCall('billing/schedule/runs', {}, { when: isProduction, everyMs: MINUTE_MS });
  // A failure of an earlier run that no longer matters must not hide the notice about a later one.
  const { statements, reminders, isSettled } = useFailedMails();
  useReportShown(
    shown.state === 'ready' && list.state === 'ready' && isSettled
      ? failedSubjects(shown.data, { statements: statements.length, reminders: reminders.length })
      : [],
  );
  if (!isProduction) {
    return (
      <Empty title="No automatic emails in the sandbox">
        In production, Serai can send statements and payment reminders automatically.
      </Empty>
    );
  }
  return (
    <section className="schedule" aria-label="Automatic emails">
      <Loaded from={shown} rows={2}>
        {schedule => <Next schedule={schedule} />}
      </Loaded>
      <Loaded from={list}>
        {({ runs }) =>
          runs.length === 0 ? (
            <Empty title="No emails yet">Each automatic run appears here with its outcome.</Empty>
          ) : (
            <ul className="schedule-runs">
              {runs.map(run => (
                <li key={`${run.month} ${run.on} ${run.finishedAt}`}>
                  <Run run={run} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function Next({ schedule }: { schedule: Schedule }) {
  const { timeZone } = useSession().session;
  const today = dateIn(timeZone, Date.now());
  const texts = nextTexts(schedule, today);
  const mayChange = useMay('operator:edit');
  const late = lateSince(schedule, today);
  return (
    <>
      {isWaitingForEmail(schedule) && (
        <Banner tone="warn" title="Email is off, so nothing is sent automatically">
          Set <code>SERAI_SMTP_URL</code> and <code>SERAI_MAIL_FROM</code> and restart Serai. Missed
          statements will then be sent.
        </Banner>
      )}
      {late !== undefined && (
        <Banner tone="warn" title={lateText(late)}>
          Serai retries it automatically. If this message stays, check System for failed jobs.
        </Banner>
      )}
      <p className="schedule-next">
        <CalendarClock size={16} aria-hidden />
        <span>
          {texts.length > 0 ? texts.join(' ') : 'No automatic emails are scheduled.'}{' '}
          {mayChange && <LinkTo to="/settings/company">Change</LinkTo>}
        </span>
      </p>
    </>
  );
}

/** Runs with failures are open at first. They stay open when everything has been sent again. */
function Run({ run }: { run: ScheduleRun }) {
  const [isOpen] = useState(run.failed > 0);
  const { partners } = run;
  const kind = run.month === null ? 'REMINDER' : 'STATEMENT';
  const listed = partners.toSorted((a, b) => shownOutcome(a).rank - shownOutcome(b).rank);
  const summary = (
    <>
      {runTitle(run)}{' '}
      <span className="schedule-counts">
        {runCounts(run).map(({ text, tone }) => (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ))}
      </span>
    </>
  );
  if (listed.length === 0) return <p className="schedule-run">{summary}</p>;
  return (
    <details className="left-out schedule-run" open={isOpen}>
      <summary>{summary}</summary>
      <ul>
        {listed.slice(0, MAX_LISTED).map(mail => (
          <Outcome key={mail.partnerId} mail={mail} kind={kind} />
        ))}
        {listed.length > MAX_LISTED && (
          <li className="faint">and {formatNumber(listed.length - MAX_LISTED)} more</li>
        )}
      </ul>
    </details>
  );
}

interface OutcomeProps {
  mail: ScheduledMail;
  kind: MailKind;
}

function Outcome({ mail, kind }: OutcomeProps) {
  const { partnerId, partnerName, month, failure, reason } = mail;
  const { label, tone } = shownOutcome(mail);
  const text = outcomeText(mail, kind);
  return (
    <li>
      <LinkTo to="/billing/statements/$month" params={{ month }} search={{ partner: partnerId }}>
        {partnerName}
      </LinkTo>
      <Badge tone={tone}>{label}</Badge>
      {text !== undefined && (
        <span className="schedule-why">
          <span className={failure !== null && !isRetried(mail) ? 'overdue' : 'faint'}>{text}</span>
          {reason === 'NO_BILLING_EMAIL' && <AddBillingEmail {...mail} />}
        </span>
      )}
      {failure !== null && <Failure mail={mail} kind={kind} failure={failure} />}
    </li>
  );
}

/** When the last attempt failed, what the mail server responded, and what to do next. */
function Failure({ mail, kind, failure }: OutcomeProps & { failure: NonNullable<ScheduledMail['failure']> }) {
  const { at, response, retryAt } = failure;
  const { partnerId, partnerName } = mail;
  return (
    <div className="schedule-failure">
      <p className="faint">
        {retryAt === null ? (
          <>
            Failed on <Timestamp at={at} exact />. It is not retried automatically.
          </>
        ) : (
          <>
            The last attempt failed on <Timestamp at={at} exact />. Next attempt:{' '}
            <Timestamp at={retryAt} exact />.
          </>
        )}
      </p>
      {response !== null && (
        <p>
          Mail server response: <code>{response}</code>
        </p>
      )}
      <p>{failureAdvice(failure, kind)}</p>
      {retryAt === null && (
        <span className="row">
          {failureCause(failure) === 'ADDRESS' && (
            <AddBillingEmail {...{ partnerId, partnerName }} label="Check billing email" />
          )}
          <SendAgain mail={mail} kind={kind} />
        </span>
      )}
    </div>
  );
}
