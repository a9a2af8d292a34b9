/** What a run of statements or reminders did: who got an email, who did not, and why. */
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Badge, BannerIcon, type Tone } from '../../components/feedback.tsx';
import { formatMoney } from '../../lib/format/format.ts';
import { AddBillingEmail } from './add-billing-email.tsx';
import { isClosing, type LeftOut, type MailPlan, type PlannedMail } from './mail-plan.ts';
import { notSentText, resultText } from './mail-plan-texts.ts';
import type { Outcome } from './run-mail-plan.ts';

interface MailResultsProps {
  plan: MailPlan;
  chosen: ReadonlySet<string>;
  outcomes: ReadonlyMap<string, Outcome>;
}

/** Partners for whom there was nothing to do are not listed. */
export function MailResults({ plan: { mails, leftOut }, chosen, outcomes }: MailResultsProps) {
  const outcomeOf = ({ partnerId }: PlannedMail) => outcomes.get(partnerId);
  const sent = mails.filter(mail => outcomeOf(mail)?.state === 'DONE');
  const others = mails.filter(mail => !sent.includes(mail));
  const without = leftOut.filter(({ isSettled }) => !isSettled);
  const hasFailed = others.some(mail => outcomeOf(mail)?.state === 'FAILED');
  return (
    <>
      <Summary text={resultText(mails, [...outcomes.values()])} isGood={!hasFailed} />
      {sent.length > 0 && (
        <Group title="Sent">
          {sent.map(mail => (
            <Row key={mail.partnerId} mail={mail} outcome={outcomeOf(mail)} text={mail.to} />
          ))}
        </Group>
      )}
      {others.length + without.length > 0 && (
        <Group title="Not sent">
          {others.map(mail => (
            <Row
              key={mail.partnerId}
              mail={mail}
              outcome={outcomeOf(mail)}
              text={notSentText(mail, outcomeOf(mail), chosen.has(mail.partnerId))}
            />
          ))}
          {without.map(each => (
            <LeftOutRow key={each.partnerId} partner={each} />
          ))}
        </Group>
      )}
    </>
  );
}

/** Takes the focus, because the button that had it may be gone. */
function Summary({ text, isGood }: { text: string; isGood: boolean }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <p ref={line} tabIndex={-1} className="mail-summary" data-tone={isGood ? 'good' : 'warn'}>
      {isGood ? <CircleCheck size={18} aria-hidden /> : <BannerIcon tone="warn" />}
      {text}
    </p>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mail-results">
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** Whether the outcome says more than the heading and the text of its row: a statement was closed, or an email failed. */
function saysMore(mail: PlannedMail, { state }: Outcome): boolean {
  return state === 'CLOSED' || state === 'FAILED' || (state === 'DONE' && isClosing(mail));
}

interface RowProps {
  mail: PlannedMail;
  outcome: Outcome | undefined;
  /** The address, or why nothing was sent. */
  text: string | null;
}

function Row({ mail, outcome, text }: RowProps) {
  const hasFailed = outcome?.state === 'FAILED';
  return (
    <li>
      <strong>{mail.partnerName}</strong>
      <span className="planned-amount">{formatMoney(mail.amount)}</span>
      <small className={hasFailed ? 'overdue' : undefined}>
        {text}
        {mail.lacksAddress && (
          <>
            {' '}
            <AddBillingEmail {...mail} />
          </>
        )}
      </small>
      {outcome && saysMore(mail, outcome) && <OutcomeBadge outcome={outcome} />}
    </li>
  );
}

function LeftOutRow({ partner: { partnerId, partnerName, reason, lacksAddress } }: { partner: LeftOut }) {
  return (
    <li>
      <strong>{partnerName}</strong>
      <small>
        {reason}
        {lacksAddress && (
          <>
            {'. '}
            <AddBillingEmail partnerId={partnerId} partnerName={partnerName} />
          </>
        )}
      </small>
    </li>
  );
}

export function OutcomeBadge({ outcome: { state, text } }: { outcome: Outcome }) {
  return <Badge tone={TONES[state]}>{state === 'FAILED' ? 'Failed' : text}</Badge>;
}

const TONES: Readonly<Record<Outcome['state'], Tone>> = {
  DONE: 'good',
  CLOSED: 'plain',
  SKIPPED: 'plain',
  FAILED: 'bad',
};
