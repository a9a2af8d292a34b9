import { useEffect, useRef } from 'react';
import { Badge, type Tone } from '../../components/feedback.tsx';
import { Form } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { formatMoney } from '../../lib/format/format.ts';
import { AddBillingEmail } from './add-billing-email.tsx';
import { isClosing, type MailPlan, type PlannedMail } from './mail-plan.ts';
import {
  buttonText,
  closingText,
  emptyText,
  monthText,
  onlyClosedText,
  resultText,
  runningText,
  selectedText,
} from './mail-plan-texts.ts';
import type { Outcome } from './run-mail-plan.ts';
import { isFinal, type RunState, useMailRun } from './use-mail-run.ts';
import '../../styles/month-end.css';

interface PlannedMailsProps extends RunState {
  plan: MailPlan;
  /** Shown if there is nothing to do. */
  settled: string;
}

/** Lists what will happen, then what has happened. Failed emails stay chosen, so that they can be repeated. */
export function PlannedMails({ plan: { mails, leftOut }, settled, run, onRun, close }: PlannedMailsProps) {
  const { chosen, outcomes, start, choose } = useMailRun(mails, { run, onRun });
  const isRunning = run !== undefined;
  const left = mails.filter(({ partnerId }) => !isFinal(outcomes.get(partnerId)));
  const next = left.filter(({ partnerId }) => chosen.has(partnerId));
  const onlyClosed = isRunning ? undefined : onlyClosedText(next);
  const hasResult = outcomes.size > 0 && !isRunning;
  const closeText = () => {
    if (isRunning) return run.isStopping ? 'Close' : 'Stop';
    return outcomes.size > 0 || mails.length === 0 ? 'Close' : 'Cancel';
  };
  return (
    <Form onSubmit={start}>
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
      {hasResult && <Result text={resultText(mails, [...outcomes.values()])} />}
      {onlyClosed && <p className="hint">{onlyClosed}</p>}
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

/** Takes the focus, because the button that had it may be gone. */
function Result({ text }: { text: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <p ref={line} tabIndex={-1} className="planned-result">
      {text}
    </p>
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
          {outcome === undefined && isClosing(mail) && <small>{closingText(mail)}</small>}
          {outcome === undefined && note !== undefined && <small>{note}</small>}
          {outcome === undefined && neverSent.length > 0 && (
            <small className="warned">Never sent: {neverSent.join(', ')}</small>
          )}
          {outcome?.state === 'FAILED' && <small className="overdue">{outcome.text}</small>}
        </span>
        <span className="planned-amount">
          {formatMoney(amount)}
          {outcome && (
            <Badge tone={TONES[outcome.state]}>{outcome.state === 'FAILED' ? 'Failed' : outcome.text}</Badge>
          )}
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

const TONES: Readonly<Record<Outcome['state'], Tone>> = {
  DONE: 'good',
  CLOSED: 'plain',
  SKIPPED: 'plain',
  FAILED: 'bad',
};

/** Up to this many reasons are shown without a click. */
const MAX_OPEN = 5;

function LeftOut({ leftOut }: Pick<MailPlan, 'leftOut'>) {
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
              {lacksAddress && ' · '}
              {lacksAddress && <AddBillingEmail partnerId={partnerId} partnerName={partnerName} />}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
