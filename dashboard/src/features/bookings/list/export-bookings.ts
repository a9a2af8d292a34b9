import type { CsvCell } from '@serai/contract/shared/csv-line.ts';
import { downloadCsv } from '../../../lib/format/download.ts';
import { personWords } from '../booking-words.ts';
import type { BookingRow } from './booking-table.tsx';

const HEADINGS = [
  'Booking',
  'State',
  'Reason',
  'Needs attention',
  'Client reference',
  'Provider reference',
  'Hotel id',
  'Hotel',
  'Check-in',
  'Check-out',
  'Rooms',
  'Holder',
  'Net',
  'Currency',
  'CreatedKey',
  'Changed',
];

/** What is loaded, in the order of the page. */
export function exportBookings(environment: string, rows: readonly BookingRow[]): void {
  downloadCsv(`bookings-${environment}.csv`, HEADINGS, rows.map(bookingCells));
}

export function bookingCells(row: BookingRow): CsvCell[] {
  return [
    row.bookingId,
    row.status,
    row.statusReason,
    row.needsAttention ? 'yes' : 'no',
    row.clientReference,
    row.providerReference,
    row.hotel.hotelId,
    row.hotel.name,
    row.checkIn,
    row.checkOut,
    row.roomCount,
    personWords(row.holder),
    { decimal: row.price.net.amount },
    row.price.net.currency,
    row.createdAt,
    row.updatedAt,
  ];
}
