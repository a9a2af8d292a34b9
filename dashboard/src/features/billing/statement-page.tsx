import { useParams } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { EntriesTable } from '../../components/billing/entries.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Loaded, LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ActorName } from '../../components/people/use-actor-name.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { type PagedList, useCall, usePages } from '../../lib/calls/use-call.ts';
import { useExport } from '../../lib/calls/use-export.ts';
import { formatDateTime, formatMoney } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { downloadStatement, type Statement, StatementBadge } from './statement-parts.tsx';
import '../../styles/billing.css';

const ENTRY_PAGE = 500;

export function StatementPage() {
  const { month } = useParams({ strict: false }) as { month: string };
  const environment = useEnvironment();
  const [{ partner }] = useFilters(['partner']);
  const input = { environment, month, ...(partner && { partnerId: partner }) };
  const shown = useCall('statements/show', { ...input, page: { limit: 1 } });
  const entries = usePages('statements/show', input, each => each.entries, { limit: ENTRY_PAGE });
  const statement = shown.state === 'ready' ? shown.data.statement : undefined;
  return (
    <>
      <PageHead
        title={statement ? `${statement.partnerName}, ${monthName(month)}` : `Statement ${month}`}
        back={{ to: '/billing', label: 'Statements', search: { tab: 'statements', partner } }}
        actions={statement && <StatementActions statement={statement} isComplete={isComplete(entries)} />}
      />
      <Loaded from={shown} rows={6}>
        {({ statement: found }) => <Totals statement={found} />}
      </Loaded>
      <LoadedList list={entries} empty={<p className="faint">No entries in this month.</p>}>
        {listed => <EntriesTable entries={listed} partner={statement?.partnerId ?? ''} withoutHeld />}
      </LoadedList>
    </>
  );
}

/** The browser prints what the page shows, so all entries must be loaded. */
function isComplete({ state, more }: PagedList<unknown>): boolean {
  return state === 'ready' && more === undefined;
}

function Totals({ statement }: { statement: Statement }) {
  const { status, closedAt, closedBy, timeZone, from, to } = statement;
  const isClosed = status === 'CLOSED';
  return (
    <Card title="Statement" actions={<StatementBadge status={status} />}>
      <Facts
        items={[
          [
            'Period',
            `${formatDateTime(from)} to ${formatDateTime(to)} (calendar month in the time zone ${timeZone})`,
          ],
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
        ]}
      />
      <table className="sums" aria-label="Totals">
        <tbody>
          {(
            [
              ['Opening balance', statement.opening, ''],
              ['Charges', statement.charges, '+'],
              ['Refunds', statement.refunds, '−'],
              ['Penalties', statement.penalties, '+'],
              ['Payments', statement.payments, '−'],
              ['Adjustments', statement.adjustments, '+'],
              ['Closing balance', statement.closing, '='],
            ] as const
          ).map(([label, money, sign]) => {
            // Of the amounts with a plus sign, only adjustments can be negative. A negative balance keeps its sign.
            const isLess = sign === '+' && money.amount.startsWith('-');
            const shown = isLess ? { ...money, amount: money.amount.slice(1) } : money;
            return (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="sign">{isLess ? '−' : sign}</td>
                <td>{formatMoney(shown)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

function StatementActions({ statement, isComplete: isWhole }: { statement: Statement; isComplete: boolean }) {
  const file = useExport();
  const mayClose = useMay('billing:edit') && statement.status === 'OPEN';
  return (
    <>
      {file.failure && <Notice failure={file.failure} />}
      <button type="button" disabled={!isWhole} onClick={() => window.print()}>
        <Printer size={16} aria-hidden /> Print
      </button>
      <RowMenu label="More actions" folds>
        <button
          type="button"
          disabled={file.busy}
          onClick={() => file.run(() => downloadStatement(statement, 'HTML'))}
        >
          <Download size={16} aria-hidden /> Printable page
        </button>
        <button
          type="button"
          disabled={file.busy}
          onClick={() => file.run(() => downloadStatement(statement, 'CSV'))}
        >
          <Download size={16} aria-hidden /> CSV
        </button>
      </RowMenu>
      {mayClose && <CloseStatement statement={statement} />}
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
