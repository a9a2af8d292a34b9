import type { ReactNode } from 'react';
import { Form } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { formatMoney } from '../../lib/format/format.ts';
import { AddBillingEmail } from './add-billing-email.tsx';
import type { MailPlan, PlannedMail } from './mail-plan.ts';
import { buttonText, emptyText, monthText, runningText, selectedText } from './mail-plan-texts.ts';
import { MailResults, OutcomeBadge } from './mail-results.tsx';
import type { Outcome } from './run-mail-plan.ts';
import { isFinal, type RunState, useMailRun } from './use-mail-run.ts';
import '../../styles/month-end.css';

interface PlannedMailsProps extends RunState {
  plan: MailPlan;
  /** Shown if there is nothing to do. */
  settled: string;
  /** What the emails are. Shown until there is a result. */
  intro: ReactNode;
  /** Called once all chosen emails have been sent. */
  onSent?: (() => void) | undefined;
}

/** Lists what will happen, then what has happened. Failed emails stay chosen, so that they can be repeated. */
export function PlannedMails({ plan, settled, intro, run, onRun, onSent, close }: PlannedMailsProps) {
  const { mails, leftOut } = plan;
  const { chosen, outcomes, start, choose } = useMailRun(mails, { run, onRun, onSent });
  const isRunning = run !== undefined;
  const left = mails.filter(({ partnerId }) => !isFinal(outcomes.get(partnerId)));
  const next = left.filter(({ partnerId }) => chosen.has(partnerId));
  const hasResult = outcomes.size > 0 && !isRunning;
  const closeText = () => {
    if (isRunning) return run.isStopping ? 'Close' : 'Stop';
    return outcomes.size > 0 || mails.length === 0 ? 'Close' : 'Cancel';
  };
  return (
    <Form onSubmit={start}>
      {hasResult ? (
        <MailResults plan={plan} chosen={chosen} outcomes={outcomes} />
      ) : (
        <>
          {intro}
          {mails.length === 0 ? (
            <p>{emptyText(leftOut, settled)}</p>
          ) : (
            <fieldset className="planned-mails" disabled={isRunning}>
              <legend className="unseen">Partners</legend>
              {left.length > 1 && (
                <label className="check">
                  <input
                    type="checkbox"
                    checked={next.length === left.length}
                    ref={box => {
                      if (box) box.indeterminate = next.length > 0 && next.length < left.length;
                    }}
                    onChange={() => choose(left, next.length < left.length)}
                  />
                  <span>{selectedText(next, left.length)}</span>
                </label>
              )}
              {mails.map(mail => (
                <Planned
                  key={mail.partnerId}
                  mail={mail}
                  isChosen={chosen.has(mail.partnerId)}
                  outcome={outcomes.get(mail.partnerId)}
                  onChoose={isChosen => choose([mail], isChosen)}
                />
              ))}
            </fieldset>
          )}
          {leftOut.length > 0 && <LeftOut leftOut={leftOut} />}
        </>
      )}
      <div className="row end">
        <button type="button" onClick={close}>
          {closeText()}
        </button>
        {mails.length > 0 && (isRunning || next.length > 0 || outcomes.size === 0) && (
          // Not disabled while it runs, so that it keeps the focus.
          <button
            type="submit"
            className="main"
            disabled={!isRunning && next.length === 0}
            aria-disabled={isRunning}
          >
            {isRunning ? runningText(mails) : buttonText(next.length > 0 ? next : left, next.length)}
          </button>
        )}
      </div>
    </Form>
  );
}

interface PlannedProps {
  mail: PlannedMail;
  isChosen: boolean;
  outcome: Outcome | undefined;
  onChoose: (isChosen: boolean) => void;
}

function Planned({ mail, isChosen, outcome, onChoose }: PlannedProps) {
  const { partnerName, to, amount, note, neverSent, lacksAddress } = mail;
  return (
    <>
      <label className="check planned-mail">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isFinal(outcome)}
          onChange={event => onChoose(event.target.checked)}
        />
        <span>
          <strong>{partnerName}</strong>
          <small>{[monthText(mail), to].filter(part => part !== null).join(', ')}</small>
          {outcome === undefined && lacksAddress && <small>Will not be sent: no billing email</small>}
          {outcome === undefined && note !== undefined && <small>{note}</small>}
          {outcome === undefined && neverSent.length > 0 && (
            <small className="warned">Never sent: {neverSent.join(', ')}</small>
          )}
          {outcome?.state === 'FAILED' && <small className="overdue">{outcome.text}</small>}
        </span>
        <span className="planned-amount">
          {formatMoney(amount)}
          {outcome && <OutcomeBadge outcome={outcome} />}
        </span>
      </label>
      {lacksAddress && (
        <small className="planned-link">
          <AddBillingEmail {...mail} />
        </small>
      )}
    </>
  );
}

/** Up to this many reasons are shown without a click. */
const MAX_OPEN = 5;

/** Partners that get no email of this plan, with the reason. */
export function LeftOut({ leftOut }: Pick<MailPlan, 'leftOut'>) {
  return (
    <details className="left-out" open={leftOut.length <= MAX_OPEN}>
      <summary>
        {leftOut.length} {leftOut.length === 1 ? 'partner' : 'partners'} not included
      </summary>
      <ul>
        {leftOut.map(({ partnerId, partnerName, reason, lacksAddress }) => (
          <li key={partnerId}>
            <LinkTo to="/partners/$partnerId" params={{ partnerId }}>
              {partnerName}
            </LinkTo>
            <span className="faint">
              {reason}
              {lacksAddress && '. '}
              {lacksAddress && <AddBillingEmail partnerId={partnerId} partnerName={partnerName} />}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
