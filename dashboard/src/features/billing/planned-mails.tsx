import { useEffect, useRef, useState } from 'react';
import { Badge, type Tone } from '../../components/feedback.tsx';
import { Form } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { useInvalidate } from '../../lib/calls/use-action.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { isClosing, type MailPlan, type PlannedMail } from './mail-plan.ts';
import { type Outcome, runPlanned } from './run-mail-plan.ts';
import '../../styles/month-end.css';

interface PlannedMailsProps {
  plan: MailPlan;
  none: string;
  onClose: () => void;
}

/** Lists what will happen, then what has happened. Failed emails stay chosen, so that they can be repeated. */
export function PlannedMails({ plan: { mails, leftOut }, none, onClose }: PlannedMailsProps) {
  const run = useRuns(mails);
  const { chosen, outcomes, isRunning } = run;
  const left = mails.filter(({ partnerId }) => !isFinal(outcomes.get(partnerId)));
  const count = left.filter(({ partnerId }) => chosen.has(partnerId)).length;
  return (
    <Form onSubmit={run.start}>
      {mails.length === 0 ? (
        <p>{none}</p>
      ) : (
        <fieldset className="planned-mails" disabled={isRunning}>
          <legend className="unseen">Partners</legend>
          {left.length > 1 && (
            <label className="check">
              <input
                type="checkbox"
                checked={count === left.length}
                onChange={() => run.choose(left, count < left.length)}
              />
              <span>
                {count} of {left.length} chosen
              </span>
            </label>
          )}
          {mails.map(mail => (
            <Planned
              key={mail.partnerId}
              mail={mail}
              isChosen={chosen.has(mail.partnerId)}
              outcome={outcomes.get(mail.partnerId)}
              onChoose={isChosen => run.choose([mail], isChosen)}
            />
          ))}
        </fieldset>
      )}
      {leftOut.length > 0 && <LeftOut leftOut={leftOut} />}
      <p className="unseen" role="status">
        {outcomes.size > 0 && !isRunning && resultWords([...outcomes.values()])}
      </p>
      <div className="row end">
        <button type="button" onClick={isRunning ? run.stop : onClose}>
          {isRunning ? 'Stop' : outcomes.size > 0 || mails.length === 0 ? 'Close' : 'Cancel'}
        </button>
        {left.length > 0 && (count > 0 || outcomes.size === 0) && (
          <button type="submit" className="main" disabled={isRunning || count === 0}>
            {isRunning ? 'Sending …' : buttonWords(left, count)}
          </button>
        )}
      </div>
    </Form>
  );
}

/** Does one after the other, so that it can be stopped. */
function useRuns(mails: readonly PlannedMail[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(mails.filter(({ isChosen }) => isChosen).map(({ partnerId }) => partnerId)),
  );
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const outdate = useInvalidate();
  // Once the dialog is closed, nobody would see the outcomes.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const start = async () => {
    isStopped.current = false;
    setRunning(true);
    for (const mail of mails) {
      const { partnerId } = mail;
      if (!chosen.has(partnerId) || isFinal(outcomes.get(partnerId))) continue;
      if (isStopped.current) break;
      const outcome = await runPlanned(mail);
      setOutcomes(before => new Map(before).set(partnerId, outcome));
    }
    await outdate(['statements', 'billing', 'audit']);
    setRunning(false);
  };
  return {
    chosen,
    outcomes,
    isRunning,
    start,
    stop: () => {
      isStopped.current = true;
    },
    choose: (which: readonly PlannedMail[], isChosen: boolean) =>
      setChosen(before => {
        const after = new Set(before);
        for (const { partnerId } of which) isChosen ? after.add(partnerId) : after.delete(partnerId);
        return after;
      }),
  };
}

function isFinal(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && outcome.state !== 'FAILED';
}

interface PlannedProps {
  mail: PlannedMail;
  isChosen: boolean;
  outcome: Outcome | undefined;
  onChoose: (isChosen: boolean) => void;
}

function Planned({ mail, isChosen, outcome, onChoose }: PlannedProps) {
  const { partnerName, month, to, amount, note } = mail;
  return (
    <label className="check planned-mail">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isFinal(outcome)}
        onChange={event => onChoose(event.target.checked)}
      />
      <span>
        <strong>{partnerName}</strong>
        <small>{[monthName(month), to].filter(part => part !== null).join(', ')}</small>
        {outcome === undefined && isClosing(mail) && <small>Is closed, and then never changes</small>}
        {outcome === undefined && note !== undefined && <small>{note}</small>}
        {outcome?.state === 'FAILED' && <small className="overdue">{outcome.text}</small>}
      </span>
      <span className="planned-amount">
        {formatMoney(amount)}
        {outcome && (
          <Badge tone={TONES[outcome.state]}>{outcome.state === 'FAILED' ? 'Failed' : outcome.text}</Badge>
        )}
      </span>
    </label>
  );
}

const TONES: Readonly<Record<Outcome['state'], Tone>> = { DONE: 'good', SKIPPED: 'plain', FAILED: 'bad' };

function buttonWords(left: readonly PlannedMail[], count: number): string {
  const action = left[0]?.action;
  const [verb, noun] =
    action === 'REMIND' ? ['Send', 'reminder'] : [action === 'CLOSE' ? 'Close' : 'Send', 'statement'];
  return `${verb} ${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** For screen readers, which do not notice the marks of the rows. */
function resultWords(outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter(({ state }) => state === 'FAILED').length;
  return `${outcomes.length - failed} done, ${failed} failed.`;
}

/** So many reasons are shown without a click. */
const MAX_OPEN = 5;

function LeftOut({ leftOut }: Pick<MailPlan, 'leftOut'>) {
  return (
    <details className="left-out" open={leftOut.length <= MAX_OPEN}>
      <summary>
        {leftOut.length} {leftOut.length === 1 ? 'partner is' : 'partners are'} left out
      </summary>
      <ul>
        {leftOut.map(({ partnerId, partnerName, reason }) => (
          <li key={partnerId}>
            <LinkTo to="/partners/$partnerId" params={{ partnerId }}>
              {partnerName}
            </LinkTo>
            <span className="faint">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
