import { isCarriedOver, stillDue } from '@serai/contract/billing/mail-plan.ts';
import { useParams } from '@tanstack/react-router';
import { Download, FileText, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAccount } from '../../components/billing/account.tsx';
import { RecordPayment } from '../../components/billing/payment-dialogs.tsx';
import { isOverdueUnsent } from '../../components/billing/statement-sent.tsx';
import { StatementStatus } from '../../components/billing/statement-status.tsx';
import { dueParts } from '../../components/billing/unpaid.ts';
import { CopyableId } from '../../components/copy-button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Loaded, LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { type PagedList, useCall, usePages } from '../../lib/calls/use-call.ts';
import { useExport } from '../../lib/calls/use-export.ts';
import { downloadBytes } from '../../lib/format/download.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { downloadStatement, type Statement } from './download-statement.ts';
import { SendStatement } from './send-statement.tsx';
import { StatementCard } from './statement-card.tsx';
import { IncompleteDocument, StatementDocument } from './statement-document.tsx';
import { StatementEntries } from './statement-entries.tsx';
import '../../styles/billing.css';

const ENTRY_PAGE = 500;
/** Until an email has been sent. */
const SENDING_MS = 5_000;

export function StatementPage() {
  const { month } = useParams({ strict: false }) as { month: string };
  const environment = useEnvironment();
  const [{ partner }] = useFilters(['partner']);
  const input = { environment, month, ...(partner && { partnerId: partner }) };
  // Nothing of another statement remains on the page, nor on paper.
  return <OneStatement key={JSON.stringify(input)} input={input} partner={partner} />;
}

interface OneStatementProps {
  input: Omit<Input<'statements/show'>, 'page'>;
  partner: string | undefined;
}

function OneStatement({ input, partner }: OneStatementProps) {
  const { month } = input;
  const [isSending, setSending] = useState(false);
  const shown = useCall(
    'statements/show',
    { ...input, page: { limit: 1 } },
    { everyMs: isSending ? SENDING_MS : undefined },
  );
  const entries = usePages('statements/show', input, each => each.entries, {
    limit: ENTRY_PAGE,
    still: true,
  });
  const statement = shown.state === 'ready' ? shown.data.statement : undefined;
  const isQueued = statement?.sent?.state === 'QUEUED' || statement?.reminded?.state === 'QUEUED';
  if (isQueued !== isSending) setSending(isQueued);
  return (
    <>
      <div className="screen-only statement-page">
        <PageHead
          title={statement ? `${statement.partnerName}, ${monthName(month)}` : `Statement ${month}`}
          {...(statement && { mark: <NumberAndStatus statement={statement} /> })}
          {...(statement?.number && {
            windowTitle: `Statement ${statement.number}, ${statement.partnerName}`,
          })}
          back={{ to: '/billing', label: 'Statements', search: { tab: 'statements', partner } }}
          actions={shown.state === 'ready' && <StatementActions shown={shown.data} entries={entries} />}
        />
        {statement && <StillToPay statement={statement} />}
        <Loaded from={shown} rows={6}>
          {found => <StatementCard shown={found} />}
        </Loaded>
        <LoadedList list={entries} empty={<p className="faint">No entries in this month.</p>}>
          {listed => (
            <StatementEntries
              entries={listed}
              partner={statement?.partnerId ?? ''}
              opening={statement?.opening}
              hasMore={entries.more !== undefined}
            />
          )}
        </LoadedList>
      </div>
      {shown.state === 'ready' &&
        (isComplete(entries) ? (
          <StatementDocument shown={shown.data} entries={entries.items} />
        ) : (
          <IncompleteDocument />
        ))}
    </>
  );
}

/** A statement with some of its entries must never be printed. */
function isComplete({ state, more }: PagedList<unknown>): boolean {
  return state === 'ready' && more === undefined;
}

/** Loads the remaining entries, and prints as soon as the document has all of them. */
function usePrint(entries: PagedList<unknown>) {
  const [isPrinting, setPrinting] = useState(false);
  const canPrint = isPrinting && isComplete(entries);
  useEffect(() => {
    if (!canPrint) return;
    setPrinting(false);
    window.print();
  }, [canPrint]);
  const print = async () => {
    setPrinting(true);
    if (!(await entries.loadRest())) setPrinting(false);
  };
  return { isPrinting, print };
}

interface StatementActionsProps {
  shown: Output<'statements/show'>;
  entries: PagedList<unknown>;
}

function NumberAndStatus({ statement }: { statement: Statement }) {
  return (
    <>
      {statement.number && <CopyableId id={statement.number} label="statement number" />}
      <StatementStatus statement={statement} />
    </>
  );
}

/** Above everything else, because it is what most people look for. */
function StillToPay({ statement }: { statement: Statement }) {
  const parts = dueParts(statement);
  if (parts.length === 0) return null;
  const isLate = statement.payment === 'OVERDUE' && !isCarriedOver(statement);
  return (
    <dl className="due-parts" data-late={isLate || undefined}>
      {parts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The files are in a menu, except for those who can do nothing else. */
function StatementActions({ shown, entries }: StatementActionsProps) {
  const { statement } = shown;
  const file = useExport();
  const isClosed = statement.status === 'CLOSED';
  const { isPrinting, print } = usePrint(entries);
  const mayEdit = useMay('billing:edit');
  const due = stillDue(statement);
  const isUnsent = isOverdueUnsent(statement);
  const pdf = useAction('statements/pdf', {
    changes: [],
    done: made => downloadBytes(made.filename, made.pdf, 'application/pdf'),
  });
  const { partnerId, environment, month } = statement;
  const downloadPdf = isClosed && (
    <button type="button" disabled={pdf.busy} onClick={() => void pdf.run({ partnerId, environment, month })}>
      <FileText size={16} aria-hidden /> {pdf.busy ? 'Preparing…' : 'Download PDF'}
    </button>
  );
  return (
    <>
      {pdf.failure && <Notice failure={pdf.failure} />}
      {file.failure && <Notice failure={file.failure} />}
      {mayEdit && isClosed && <SendStatement shown={shown} isNext={isUnsent} />}
      {mayEdit && due && <PayStatement partnerId={partnerId} due={due.amount} isNext={!isUnsent} />}
      {mayEdit && !isClosed && <CloseStatement statement={statement} />}
      {!mayEdit && downloadPdf}
      <RowMenu label="Statement files" folds={!mayEdit}>
        {mayEdit && downloadPdf}
        <button
          type="button"
          disabled={file.busy}
          onClick={() => file.run(() => downloadStatement(statement))}
        >
          <Download size={16} aria-hidden /> Download CSV
        </button>
        <button type="button" disabled={isPrinting || entries.state !== 'ready'} onClick={print}>
          <Printer size={16} aria-hidden /> {isPrinting ? 'Loading entries…' : 'Print'}
        </button>
      </RowMenu>
    </>
  );
}

interface PayStatementProps {
  partnerId: string;
  due: string;
  isNext: boolean;
}

function PayStatement({ partnerId, due, isNext }: PayStatementProps) {
  const account = useAccount(partnerId);
  const [isOpen, setOpen] = useState(false);
  const found = account.state === 'ready' ? account.data : undefined;
  return (
    <>
      <button
        type="button"
        {...(isNext && { className: 'main' })}
        disabled={found === undefined}
        onClick={() => setOpen(true)}
      >
        Record payment
      </button>
      {isOpen && found && <RecordPayment account={found} preset={due} onClose={() => setOpen(false)} />}
    </>
  );
}

function CloseStatement({ statement }: { statement: Statement }) {
  const { partnerId, partnerName, environment, month } = statement;
  const [asking, setAsking] = useState(false);
  const close = useAction('statements/close', {
    changes: ['statements', 'billing'],
    toast: 'Statement closed.',
    done: () => setAsking(false),
  });
  const cancel = () => {
    close.clear();
    setAsking(false);
  };
  return (
    <>
      <button type="button" className="main" onClick={() => setAsking(true)}>
        Close statement
      </button>
      <ConfirmDialog
        open={asking}
        danger
        title={`Close ${monthName(month)} for ${partnerName}?`}
        confirmLabel="Close statement"
        onConfirm={() => void close.run({ partnerId, environment, month })}
        onClose={cancel}
        busy={close.busy}
        failure={close.failure}
      >
        A closed statement cannot be changed or reopened. Later entries appear on the next statement. The
        closing balance is {formatMoney(statement.closing)}.
      </ConfirmDialog>
    </>
  );
}
