/** What is sent automatically: when it runs next, and what the last runs did. */
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber, formatUtcDay } from '../../lib/format/format.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { AddBillingEmail } from './add-billing-email.tsx';
import {
  isOn,
  lateSince,
  nextTexts,
  OUTCOMES,
  outcomeText,
  runSummary,
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
        <Run key={runTitle(run)} run={run} isOpen={run.failed > 0} />
      ))}
      {runs.length > 0 && <EarlierRuns shown={runs.map(runTitle)} />}
    </section>
  );
}

/** Loaded once they are asked for. `shown` are the titles of the runs above. */
function EarlierRuns({ shown }: { shown: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const list = useCall('billing/schedule/runs', {}, { when: isOpen });
  const earlier = list.state === 'ready' ? list.data.runs.filter(run => !shown.includes(runTitle(run))) : [];
  return (
    <details className="left-out schedule-run" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>Earlier runs</summary>
      {isOpen && (
        <Loaded from={list} rows={2}>
          {() =>
            earlier.length === 0 ? (
              <p className="faint">There are no earlier runs.</p>
            ) : (
              <div className="schedule-runs">
                {earlier.map(run => (
                  <Run key={runTitle(run)} run={run} isOpen={false} />
                ))}
              </div>
            )
          }
        </Loaded>
      )}
    </details>
  );
}

function Run({ run, isOpen }: { run: ScheduleRun; isOpen: boolean }) {
  const { partners } = run;
  const kind = run.month === null ? 'REMINDER' : 'STATEMENT';
  // What needs attention comes first.
  const listed = partners.toSorted((a, b) => Number(a.outcome === 'SENT') - Number(b.outcome === 'SENT'));
  const summary = (
    <>
      {runTitle(run)} <strong>{runSummary(run)}</strong>
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
