import { bookingLine } from '@serai/contract/billing/booking-line.ts';
import { useState } from 'react';
import { formatSignedMoney, formatUtcDay } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { type Column, DataTable } from '../data-table.tsx';
import { RowMenu } from '../dialogs/row-menu.tsx';
import { Badge } from '../feedback.tsx';
import { LinkTo } from '../link-to.tsx';
import { usePartnerColumn } from '../partners/partners.tsx';
import { ActorName } from '../people/use-actor-name.ts';
import { Timestamp } from '../timestamp.tsx';
import { isZero } from './ageing.tsx';
import { type Balances, balanceText } from './balances-after.ts';
import { type Entry, KINDS } from './entry-kinds.ts';
import { ReturnPayment } from './return-payment.tsx';

const COLUMNS: readonly Column<Entry>[] = [
  { key: 'time', heading: 'Time', phone: 'plain', cell: ({ at }) => <Timestamp at={at} exact /> },
  {
    key: 'kind',
    heading: 'Entry',
    phone: 'title',
    cell: entry => <Kind entry={entry} />,
  },
  {
    key: 'for',
    heading: 'Booking or reference',
    phone: 'plain',
    wide: true,
    cell: entry => <Subject entry={entry} />,
  },
  {
    key: 'change',
    heading: 'Change',
    phone: 'status',
    align: 'right',
    cell: ({ owed }) => changeText(owed),
  },
  { key: 'held', heading: 'Change in held amount', align: 'right', cell: ({ held }) => changeText(held) },
];

/** Held amounts are rare, so their column appears only if there are any. */
function columnsOf(entries: readonly Entry[]): readonly Column<Entry>[] {
  const hasHeld = entries.some(({ held }) => !isZero(held));
  return hasHeld ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'held');
}

/** Statements contain no holds, so the change is the amount. They begin with a balance, so each line has the next one. */
function statementColumns(balances: Balances): Column<Entry>[] {
  return [
    ...COLUMNS.filter(({ key }) => key !== 'held'),
    {
      key: 'balance',
      heading: 'Balance',
      align: 'right',
      cell: ({ entryId }) => balanceText(balances, entryId),
    },
  ];
}

/** A payment that was returned is still listed, so it must not look like money that was received. */
function Kind({ entry: { kind, returned } }: { entry: Entry }) {
  const { label, tone } = KINDS[kind];
  if (kind !== 'PAYMENT' || returned === null) return <Badge tone={tone}>{label}</Badge>;
  return (
    <span className="entry-badges">
      <Badge tone="plain">{label}</Badge> <Badge tone="bad">Returned</Badge>
    </span>
  );
}

function Subject({ entry }: { entry: Entry }) {
  const { bookingId, booking, externalReference, receivedOn, returned, reason, actor } = entry;
  return (
    <div className="entry-lines">
      {booking && <div>{bookingLine(booking)}</div>}
      {bookingId !== null && (
        <div>
          <LinkTo to="/bookings/$bookingId" params={{ bookingId }}>
            <code>{bookingId}</code>
          </LinkTo>
        </div>
      )}
      {externalReference !== null && (
        <div>
          <code>{externalReference}</code>
        </div>
      )}
      {reason !== null && <div>{reason}</div>}
      {receivedOn !== null && <div>Received on {formatUtcDay(receivedOn)}</div>}
      {returned !== null && <div>Returned on {formatUtcDay(returned.on)}</div>}
      <small>
        Recorded by <ActorName actor={actor} />
      </small>
    </div>
  );
}

/** Zero is a dash, so that changes stand out. Cards on narrow screens leave it out. */
function changeText(money: Entry['owed']): string {
  return isZero(money) ? '–' : formatSignedMoney(money);
}

function canReturn({ kind, returned }: Entry): boolean {
  return kind === 'PAYMENT' && returned === null;
}

function actionColumn(onReturn: (payment: Entry) => void): Column<Entry> {
  return {
    key: 'actions',
    heading: 'Actions',
    headless: true,
    align: 'right',
    cell: entry =>
      canReturn(entry) && (
        <RowMenu label={`Actions for payment ${entry.externalReference}`}>
          <button type="button" className="quiet" onClick={() => onReturn(entry)}>
            Mark as returned
          </button>
        </RowMenu>
      ),
  };
}

interface EntriesTableProps {
  entries: readonly Entry[];
  /** The partner that the list is filtered by. */
  partner?: string | undefined;
  /** On a statement, the balance after each entry. */
  balances?: Balances;
}

export function EntriesTable({ entries, partner, balances }: EntriesTableProps) {
  const shown = balances ? statementColumns(balances) : columnsOf(entries);
  const [time, kind, ...others] = shown as [Column<Entry>, Column<Entry>, ...Column<Entry>[]];
  const partners = usePartnerColumn<Entry>(partner);
  // Partner names need the space more than references do.
  const rest = partners.length === 0 ? others : others.map(column => ({ ...column, wide: false }));
  const [returning, setReturning] = useState<Entry>();
  const actions = useMay('billing:edit') && entries.some(canReturn) ? [actionColumn(setReturning)] : [];
  return (
    <>
      <DataTable
        label="Ledger entries"
        rows={entries}
        columns={[time, kind, ...partners, ...rest, ...actions]}
        rowKey={({ entryId }) => entryId}
      />
      {returning && <ReturnPayment payment={returning} onClose={() => setReturning(undefined)} />}
    </>
  );
}
