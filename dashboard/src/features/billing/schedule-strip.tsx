/** What is sent automatically: when it runs next, and what the last runs did. */
import { CalendarClock } from 'lucide-react';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatUtcDay } from '../../lib/format/format.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { AddBillingEmail } from './add-billing-email.tsx';
import {
  isOn,
  lateSince,
  nextTexts,
  notSentText,
  runTitle,
  type Schedule,
  type ScheduledMail,
  type ScheduleRun,
} from './schedule-texts.ts';
import { SendAgain } from './send-again.tsx';
import '../../styles/month-end.css';

const MINUTE_MS = 60_000;

/** Nothing is sent automatically in the sandbox. */
export function ScheduleStrip() {
  const isProduction = useEnvironment() === 'production';
  const shown = useCall('billing/schedule/show', {}, { when: isProduction, everyMs: MINUTE_MS });
  if (!isProduction || shown.state === 'waiting') return null;
  if (shown.state === 'failed') return <Notice failure={shown.failure} onRetry={shown.reload} />;
  return <Shown schedule={shown.data} />;
}

function Shown({ schedule }: { schedule: Schedule }) {
  const { timeZone } = useSession().session;
  const today = dateIn(timeZone, Date.now());
  const texts = nextTexts(schedule, today);
  const runs = [schedule.statements, schedule.reminders].filter(run => run !== null);
  const mayChange = useMay('operator:edit');
  const late = schedule.canSend ? lateSince(schedule, today) : undefined;
  const isActive = isOn(schedule.schedule);
  if (!isActive && runs.length === 0) return null;
  return (
    <section className="schedule-strip" aria-label="Automatic billing">
      {!schedule.canSend && isActive && (
        <Banner tone="warn" title="Nothing is sent automatically, because email is off">
          Set <code>SERAI_SMTP_URL</code> and <code>SERAI_MAIL_FROM</code> and restart Serai. Missed
          statements are then sent.
        </Banner>
      )}
      {late !== undefined && (
        <Banner tone="warn" title={`The automatic run of ${formatUtcDay(late)} is late`}>
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
      {runs.map(run => (
        <Run key={run.month ?? 'reminders'} run={run} />
      ))}
    </section>
  );
}

function Run({ run }: { run: ScheduleRun }) {
  const { sent, notIncluded, failed, partners } = run;
  const others = partners.filter(({ outcome }) => outcome !== 'SENT');
  const summary = (
    <>
      {runTitle(run)} <strong>{sent} sent</strong>
      {notIncluded > 0 && <span>, {notIncluded} not sent</span>}{' '}
      {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
    </>
  );
  if (others.length === 0) return <p className="schedule-run">{summary}</p>;
  return (
    <details className="left-out schedule-run" open={failed > 0}>
      <summary>{summary}</summary>
      <ul>
        {others.map(mail => (
          <NotSent key={mail.partnerId} mail={mail} kind={run.month === null ? 'REMINDER' : 'STATEMENT'} />
        ))}
      </ul>
    </details>
  );
}

interface NotSentProps {
  mail: ScheduledMail;
  kind: 'STATEMENT' | 'REMINDER';
}

function NotSent({ mail, kind }: NotSentProps) {
  const { partnerId, partnerName, month, outcome, reason } = mail;
  return (
    <li>
      <LinkTo to="/billing/statements/$month" params={{ month }} search={{ partner: partnerId }}>
        {partnerName}
      </LinkTo>
      <span className="schedule-why">
        <span className={outcome === 'FAILED' ? 'overdue' : 'faint'}>{notSentText(mail, kind)}</span>
        {outcome === 'FAILED' && <SendAgain mail={mail} kind={kind} />}
        {reason === 'NO_BILLING_EMAIL' && <AddBillingEmail {...mail} />}
      </span>
    </li>
  );
}
