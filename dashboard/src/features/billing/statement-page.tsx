import { useParams } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAccount } from '../../components/billing/account.tsx';
import { EntriesTable } from '../../components/billing/entries.tsx';
import { RecordPayment } from '../../components/billing/payment-dialogs.tsx';
import { SentMails } from '../../components/billing/statement-sent.tsx';
import { StatementStatus } from '../../components/billing/statement-status.tsx';
import { describeUnpaid, isCarriedOver } from '../../components/billing/unpaid.ts';
import { Card, Facts } from '../../components/card.tsx';
import { CopyableId } from '../../components/copy-button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded, LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ActorName } from '../../components/people/use-actor-name.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { type PagedList, useCall, usePages } from '../../lib/calls/use-call.ts';
import { useExport } from '../../lib/calls/use-export.ts';
import { formatMoney, formatUtcDay } from '../../lib/format/format.ts';
import { monthDays, monthName } from '../../lib/format/month.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { downloadStatement, type Statement } from './download-statement.ts';
import { SendStatement } from './send-statement.tsx';
import { IncompleteDocument, StatementDocument } from './statement-document.tsx';
import { stillDue } from './statement-mail.ts';
import { statementSums } from './statement-sums.ts';
import '../../styles/billing.css';
import '../../styles/company.css';

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
      <div className="screen-only">
        <PageHead
          title={statement ? `${statement.partnerName}, ${monthName(month)}` : `Statement ${month}`}
          back={{ to: '/billing', label: 'Statements', search: { tab: 'statements', partner } }}
          actions={shown.state === 'ready' && <StatementActions shown={shown.data} entries={entries} />}
        />
        <Loaded from={shown} rows={6}>
          {found => <Totals statement={found.statement} recipient={found.recipient} />}
        </Loaded>
        <LoadedList list={entries} empty={<p className="faint">No entries in this month.</p>}>
          {listed => <EntriesTable entries={listed} partner={statement?.partnerId ?? ''} withoutHeld />}
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

type Recipient = Output<'statements/show'>['recipient'];

function Totals({ statement, recipient }: { statement: Statement; recipient: Recipient }) {
  const { status, closedAt, closedBy, timeZone, month, statementId } = statement;
  const isClosed = status === 'CLOSED';
  const isStaff = useStaff();
  return (
    <Card
      title="Statement"
      hint={statementId === null ? undefined : <CopyableId id={statementId} label="statement number" />}
      actions={<StatementStatus statement={statement} />}
    >
      <Facts
        items={[
          ['Billed to', <BilledTo key="to" recipient={recipient} statement={statement} />],
          ['Period', `${monthDays(month)} (${timeZone})`],
          [
            isClosed ? 'Closed' : 'State',
            isClosed && closedAt !== null ? (
              <span key="closed">
                <Timestamp at={closedAt} exact /> by <ActorName actor={closedBy} />
              </span>
            ) : (
              'Not closed yet. The amounts may change.'
            ),
          ],
          ...(isClosed ? ([['Due', <Due key="due" statement={statement} />]] as const) : []),
        ]}
      />
      <div className="statement-totals">
        <table className="sums" aria-label="Totals">
          <tbody>
            {statementSums(statement).map(({ label, sign, money }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="sign">{sign}</td>
                <td>{formatMoney(money)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {isClosed && isStaff && (
          <section>
            <h3>Emails</h3>
            <SentMails statement={statement} />
          </section>
        )}
      </div>
    </Card>
  );
}

/** Staff can open the partner. Partner users have no such page. */
function BilledTo({ recipient, statement }: { recipient: Recipient; statement: Statement }) {
  const { legalName, address } = recipient;
  const { partnerId } = statement;
  const name = legalName ?? recipient.name;
  const isStaff = useStaff();
  return (
    <span className="address">
      {isStaff ? (
        <LinkTo to="/partners/$partnerId" params={{ partnerId }}>
          {name}
        </LinkTo>
      ) : (
        name
      )}
      {address && `\n${address}`}
    </span>
  );
}

function Due({ statement }: { statement: Statement }) {
  const { dueOn, payment } = statement;
  const unpaid = describeUnpaid(statement);
  return (
    <div>
      {dueOn === null ? 'No due date' : formatUtcDay(dueOn)}
      {unpaid !== undefined && (
        <div className={isCarriedOver(statement) ? 'faint' : payment === 'OVERDUE' ? 'overdue' : undefined}>
          Still unpaid: {unpaid}
        </div>
      )}
    </div>
  );
}

interface StatementActionsProps {
  shown: Output<'statements/show'>;
  entries: PagedList<unknown>;
}

function StatementActions({ shown, entries }: StatementActionsProps) {
  const { statement } = shown;
  const file = useExport();
  const { isPrinting, print } = usePrint(entries);
  const mayEdit = useMay('billing:edit');
  const due = stillDue(statement);
  return (
    <>
      {file.failure && <Notice failure={file.failure} />}
      <button type="button" disabled={isPrinting || entries.state !== 'ready'} onClick={print}>
        <Printer size={16} aria-hidden /> {isPrinting ? 'Loading entries …' : 'Print or save as PDF'}
      </button>
      <button type="button" disabled={file.busy} onClick={() => file.run(() => downloadStatement(statement))}>
        <Download size={16} aria-hidden /> CSV
      </button>
      {mayEdit && statement.status === 'CLOSED' && <SendStatement shown={shown} />}
      {mayEdit && due && <PayStatement partnerId={statement.partnerId} due={due.amount} />}
      {mayEdit && statement.status === 'OPEN' && <CloseStatement statement={statement} />}
    </>
  );
}

function PayStatement({ partnerId, due }: { partnerId: string; due: string }) {
  const account = useAccount(partnerId);
  const [isOpen, setOpen] = useState(false);
  const found = account.state === 'ready' ? account.data : undefined;
  return (
    <>
      <button type="button" className="main" disabled={found === undefined} onClick={() => setOpen(true)}>
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
        title={`Close ${monthName(month)} of ${partnerName}?`}
        confirmLabel="Close statement"
        onConfirm={() => void close.run({ partnerId, environment, month })}
        onClose={cancel}
        busy={close.busy}
        failure={close.failure}
      >
        A closed statement never changes and cannot be opened again. Later entries appear on the next
        statement. The closing balance is {formatMoney(statement.closing)}.
      </ConfirmDialog>
    </>
  );
}
