import { formatMoney } from '../../lib/format/format.ts';
import { type Column, DataTable } from '../data-table.tsx';
import { Badge } from '../feedback.tsx';
import { LinkTo } from '../link-to.tsx';
import { usePartnerColumn } from '../partners/partners.tsx';
import { ActorName } from '../people/use-actor-name.ts';
import { Timestamp } from '../timestamp.tsx';
import { type Entry, KINDS } from './entry-kinds.ts';

const COLUMNS: readonly Column<Entry>[] = [
  { key: 'time', heading: 'Time', phone: 'plain', cell: ({ at }) => <Timestamp at={at} exact /> },
  {
    key: 'kind',
    heading: 'Entry',
    phone: 'title',
    cell: ({ kind }) => <Badge tone={KINDS[kind].tone}>{KINDS[kind].label}</Badge>,
  },
  {
    key: 'for',
    heading: 'Booking or reference',
    phone: 'plain',
    wide: true,
    cell: entry => <Subject entry={entry} />,
  },
  {
    key: 'amount',
    heading: 'Amount',
    phone: 'status',
    align: 'right',
    cell: ({ amount }) => formatMoney(amount),
  },
  {
    key: 'owed',
    heading: 'Owed',
    phone: 'hidden',
    align: 'right',
    cell: ({ owed }) => <Change money={owed} />,
  },
  { key: 'held', heading: 'Held', align: 'right', cell: ({ held }) => <Change money={held} /> },
];

function Subject({ entry: { bookingId, externalReference, reason, actor } }: { entry: Entry }) {
  return (
    <div>
      {bookingId !== null && (
        <LinkTo to="/bookings/$bookingId" params={{ bookingId }}>
          <code>{bookingId}</code>
        </LinkTo>
      )}
      {externalReference !== null && <code>{externalReference}</code>}
      {reason !== null && <div>{reason}</div>}
      <small>
        by <ActorName actor={actor} />
      </small>
    </div>
  );
}

/** Zero is shown as a faint dash, so that changes stand out. */
function Change({ money }: { money: { amount: string; currency: string } }) {
  if (!/[1-9]/.test(money.amount)) return <span className="faint blank">–</span>;
  const text = formatMoney(money);
  return text.startsWith('-') ? `−${text.slice(1)}` : `+${text}`;
}

interface EntriesTableProps {
  entries: readonly Entry[];
  /** The partner that the list is filtered by. */
  partner?: string | undefined;
  /** Statements contain no holds. */
  withoutHeld?: boolean;
}

export function EntriesTable({ entries, partner, withoutHeld = false }: EntriesTableProps) {
  const shown = withoutHeld ? COLUMNS.filter(({ key }) => key !== 'held') : COLUMNS;
  const [time, kind, ...others] = shown as [Column<Entry>, Column<Entry>, ...Column<Entry>[]];
  const partners = usePartnerColumn<Entry>(partner);
  // Partner names need the space more than references do.
  const rest = partners.length === 0 ? others : others.map(column => ({ ...column, wide: false }));
  return (
    <DataTable
      label="Ledger entries"
      rows={entries}
      columns={[time, kind, ...partners, ...rest]}
      rowKey={({ entryId }) => entryId}
    />
  );
}
