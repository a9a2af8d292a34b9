/**
 * The actions for all partners. They close and send the statements of a month, remind all partners that are late, or
 * import payments, after showing what will happen.
 */
import { FileUp, Mail, Send } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Banner, Notice, Skeleton } from '../../components/feedback.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { type CallFailure, toFailure } from '../../lib/calls/operator-client.ts';
import { useInvalidate } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { currentMonth, monthName } from '../../lib/format/month.ts';
import { useSession } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { ImportPayments } from './import-payments.tsx';
import { PlannedMails } from './planned-mails.tsx';
import { RecordAnyPayment } from './record-any-payment.tsx';
import { type LoadedPlan, loadReminderPlan, loadStatementPlan } from './run-mail-plan.ts';
import { type RunState, useRunState } from './use-mail-run.ts';

/** The command palette links to the dialogs with `?create=`. */
export function MonthEnd() {
  const [{ create: open }, setFilters] = useFilters(['create']);
  const setOpen = (create: string | undefined) => setFilters({ create });
  const close = () => setOpen(undefined);
  const isLate = useIsAnyoneLate();
  const remind = (
    <button type="button" onClick={() => setOpen('reminders')}>
      <Mail size={16} aria-hidden /> Send reminders
    </button>
  );
  return (
    <>
      {/* On phones, it is outside the menu while it is needed. */}
      {isLate && remind}
      <RowMenu label="Billing actions" folds>
        {!isLate && remind}
        <button type="button" onClick={() => setOpen('statements')}>
          <Send size={16} aria-hidden /> Close and send statements
        </button>
        <button type="button" onClick={() => setOpen('import')}>
          <FileUp size={16} aria-hidden /> Import payments
        </button>
      </RowMenu>
      {open === 'statements' && <SendStatements onClose={close} />}
      {open === 'reminders' && <SendReminders onClose={close} />}
      {open === 'import' && <ImportPayments onClose={close} />}
      {open === 'payment' && <RecordAnyPayment onClose={close} />}
    </>
  );
}

/** Whether a partner has an overdue statement. */
function useIsAnyoneLate(): boolean {
  const environment = useEnvironment();
  const late = useCall('billing/balances/list', { environment, overdue: true, page: { limit: 1 } });
  return late.state === 'ready' && late.data.balances.length > 0;
}

const MONTHS = 12;

function SendStatements({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const { timeZone } = useSession().session;
  const months = Array.from({ length: MONTHS }, (_, at) => currentMonth(timeZone, new Date(), at + 1));
  const [month, setMonth] = useState(months[0] as string);
  const state = useRunState(onClose);
  return (
    <Dialog open title="Close and send statements" onClose={state.close}>
      <SelectField
        label="Month"
        value={month}
        options={months.map(each => [each, monthName(each)] as const)}
        onChange={setMonth}
        disabled={state.run !== undefined}
      />
      <Planned
        key={month}
        intro={<p className="hint">A closed statement cannot be changed or reopened.</p>}
        load={signal => loadStatementPlan(environment, month, signal)}
        settled={`No ${monthName(month)} statements are left to send.`}
        withoutEmail="Statements can be closed, but not sent."
        {...state}
      />
    </Dialog>
  );
}

function SendReminders({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const outdate = useInvalidate();
  const [isDone, setDone] = useState(false);
  const state = useRunState(onClose);
  return (
    <Dialog open title={isDone ? 'Reminders sent' : 'Send reminders'} onClose={state.close}>
      <Planned
        intro={
          <p className="hint">
            Each partner with an overdue statement gets one email. It lists all unpaid statements up to the
            latest overdue one and attaches up to six of them.
          </p>
        }
        load={async signal => {
          const plan = await loadReminderPlan(environment, signal);
          // The list behind the dialog must not be older than the dialog.
          void outdate(['billing']);
          return plan;
        }}
        onSent={() => setDone(true)}
        settled="No reminders are needed: no statement is overdue."
        withoutEmail="Reminders cannot be sent."
        {...state}
      />
    </Dialog>
  );
}

interface PlannedProps extends RunState {
  load: (signal: AbortSignal) => Promise<LoadedPlan>;
  intro: ReactNode;
  /** Shown if there is nothing to do. */
  settled: string;
  /** What can be done if the installation cannot send emails. */
  withoutEmail: string;
  /** Called once all chosen emails have been sent. */
  onSent?: () => void;
}

/** Loads the plan once, so that it does not change while it is carried out. */
function Planned({ load, withoutEmail, ...mails }: PlannedProps) {
  const [plan, setPlan] = useState<LoadedPlan>();
  const [failure, setFailure] = useState<CallFailure>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try loads again, a new function does not
  useEffect(() => {
    const closing = new AbortController();
    setFailure(undefined);
    load(closing.signal).then(setPlan, error => {
      if (!closing.signal.aborted) setFailure(toFailure(error));
    });
    return () => closing.abort();
  }, [tries]);
  if (failure) return <Notice failure={failure} onRetry={() => setTries(tries + 1)} />;
  if (plan === undefined) return <Skeleton rows={4} />;
  return (
    <>
      {!plan.canSend && (
        <Banner tone="warn" title="Email is off">
          {withoutEmail} To send them, set <code>SERAI_SMTP_URL</code> and <code>SERAI_MAIL_FROM</code> and
          restart Serai.
        </Banner>
      )}
      <PlannedMails plan={plan} {...mails} />
    </>
  );
}
