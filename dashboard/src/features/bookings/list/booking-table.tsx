import { TriangleAlert } from 'lucide-react';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Badge } from '../../../components/feedback.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { formatMoney } from '../../../lib/format/format.ts';
import { counted, dayWords, personWords, reasonWords } from '../booking-words.ts';
import { StatusBadge } from '../status-badge.tsx';

export type BookingRow = Output<'bookings/list'>['bookings'][number];

const COLUMNS: readonly Column<BookingRow>[] = [
  { key: 'booking', heading: 'Booking', cell: row => personWords(row.holder) },
  {
    key: 'state',
    heading: 'State',
    cell: row => (
      <span className="state-cell">
        <StatusBadge status={row.status} />
        {row.needsAttention && (
          <Badge tone="bad">
            <TriangleAlert size={14} aria-hidden /> Needs attention
          </Badge>
        )}
        {row.statusReason && <small>{reasonWords(row.statusReason)}</small>}
      </span>
    ),
  },
  {
    key: 'hotel',
    heading: 'Hotel',
    wide: true,
    cell: row => (
      <div>
        {row.hotel.name}
        <small>
          {dayWords(row.checkIn)}, {counted(row.nights, 'night')}, {counted(row.roomCount, 'room')}
        </small>
      </div>
    ),
  },
  {
    key: 'reference',
    heading: 'Reference',
    cell: row => (
      <div className="references">
        <code>{row.clientReference}</code>
        <small>
          <code>{row.bookingId}</code>
        </small>
      </div>
    ),
  },
  { key: 'price', heading: 'Net price', align: 'right', cell: row => formatMoney(row.price.net) },
  { key: 'created', heading: 'CreatedKey', cell: row => <Timestamp at={row.createdAt} /> },
];

export function BookingTable({ rows }: { rows: readonly BookingRow[] }) {
  return (
    <DataTable
      label="Bookings"
      rows={rows}
      columns={COLUMNS}
      rowKey={row => row.bookingId}
      rowLink={row => ({ to: '/bookings/$bookingId', params: { bookingId: row.bookingId } })}
    />
  );
}
