/** What is sent automatically: when it runs next, what the last runs did, and a line if something failed. */
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { failedReminders, failedStatements } from '../../components/billing/failed-mails.ts';
import { Badge, Banner, Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { useReportShown } from '../../lib/shown-subjects.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { AddBillingEmail } from './add-billing-email.tsx';
import {
  failedSubjects,
  isWaitingForEmail,
  lateSince,
  lateText,
  nextTexts,
  OUTCOMES,
  outcomeText,
  problemText,
  runCounts,
  runTitle,
  type Schedule,
  type ScheduledMail,
  type ScheduleRun,
} from './schedule-texts.ts';
import { SendAgain } from './send-again.tsx';
import '../../styles/month-end.css';

const MINUTE_MS = 60_000;
/** Of each run. Those that were not sent come first. */
const MAX_LISTED = 50;
/** More partners with overdue statements than these are not looked at. */
const MAX_OVERDUE = 200;

/** One line above the other tabs, if something was not sent. Nothing is sent automatically in the sandbox. */
export function FailedEmails() {
  const environment = useEnvironment();
  const { timeZone } = useSession().session;
  const when = environment === 'production';
  const shown = useCall('billing/schedule/show', {}, { when, everyMs: MINUTE_MS });
  const list = useCall('billing/schedule/runs', {}, { when, everyMs: MINUTE_MS });
  const mayHaveFailed = list.state === 'ready' && failedReminders(list.data.runs).length > 0;
  const overdue = useCall(
    'billing/balances/list',
    { environment, overdue: true, page: { limit: MAX_OVERDUE } },
    { when: when && mayHaveFailed },
  );
  const schedule = when && list.state === 'ready' && shown.state === 'ready' ? shown.data : undefined;
  const failed = {
    statements: schedule ? failedStatements(schedule).length : 0,
    reminders:
      schedule && list.state === 'ready'
        ? failedReminders(list.data.runs, overdue.state === 'ready' ? overdue.data : undefined).length
        : 0,
  };
  const text = schedule && problemText(schedule, { today: dateIn(timeZone, Date.now()), ...failed });
  useReportShown(schedule ? failedSubjects(schedule, failed) : []);
  if (text === undefined) return null;
  return (
    <Banner
      tone="warn"
      title={text}
      action={
        <LinkTo to="/billing" search={{ tab: 'emails' }}>
          Open automatic emails
        </LinkTo>
      }
    />
  );
}

export function AutomaticEmails() {
  const isProduction = useEnvironment() === 'production';
  const shown = useCall('billing/schedule/show', {}, { when: isProduction, everyMs: MINUTE_MS });
  const list = useCall('billing/schedule/runs', {}, { when: isProduction, everyMs: MINUTE_MS });
  useReportShown(
    shown.state === 'ready' && list.state === 'ready'
      ? failedSubjects(shown.data, {
          statements: failedStatements(shown.data).length,
          reminders: failedReminders(list.data.runs).length,
        })
      : [],
  );
  if (!isProduction) {
    return (
      <Empty title="Nothing is sent automatically in the sandbox">
        In production, statements and payment reminders can be sent automatically.
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
            <Empty title="No emails yet">Each automatic run will be listed here, with its outcome.</Empty>
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
        <Banner tone="warn" title="Nothing is sent automatically, because email is off">
          Set <code>SERAI_SMTP_URL</code> and <code>SERAI_MAIL_FROM</code> and restart Serai. Missed
          statements are then sent.
        </Banner>
      )}
      {late !== undefined && (
        <Banner tone="warn" title={lateText(late)}>
          It is repeated automatically. If this message stays, look for failed jobs under System.
        </Banner>
      )}
      <p className="schedule-next">
        <CalendarClock size={16} aria-hidden />
        <span>
          {texts.length > 0 ? texts.join(' ') : 'Nothing is sent automatically at the moment.'}{' '}
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
  // What needs attention comes first.
  const listed = partners.toSorted((a, b) => RANKS[a.outcome] - RANKS[b.outcome]);
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

const RANKS: Readonly<Record<ScheduledMail['outcome'], number>> = { FAILED: 0, NOT_INCLUDED: 1, SENT: 2 };

interface OutcomeProps {
  mail: ScheduledMail;
  kind: 'STATEMENT' | 'REMINDER';
}

function Outcome({ mail, kind }: OutcomeProps) {
  const { partnerId, partnerName, month, outcome, reason } = mail;
  const { label, tone } = OUTCOMES[outcome];
  const text = outcomeText(mail, kind);
  return (
    <li>
      <LinkTo to="/billing/statements/$month" params={{ month }} search={{ partner: partnerId }}>
        {partnerName}
      </LinkTo>
      <Badge tone={tone}>{label}</Badge>
      {text !== undefined && (
        <span className="schedule-why">
          <span className={outcome === 'FAILED' ? 'overdue' : 'faint'}>{text}</span>
          {outcome === 'FAILED' && <SendAgain mail={mail} kind={kind} />}
          {reason === 'NO_BILLING_EMAIL' && <AddBillingEmail {...mail} />}
        </span>
      )}
    </li>
  );
}
