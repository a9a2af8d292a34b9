import { type CalendarRoom, type CalendarRow, calendarRows, type GridField } from './calendar.ts';
import { describeCell } from './cell-label.ts';
import type { Following } from './following.ts';
import { isWeekend, nightName, weekdayOf } from './month.ts';
import type { Pending } from './pending.ts';

interface NightListProps {
  room: CalendarRoom;
  nights: readonly string[];
  cells: { currency: string; shown: GridField; pending: Pending; following: Following };
  onEdit: (row: CalendarRow, at: number) => void;
  onBookings: (night: string) => void;
}

/** One room type on a phone: a row per night with a button for each value. */
export function NightList({ room, nights, cells, onEdit, onBookings }: NightListProps) {
  const { pending, following, ...shown } = cells;
  const cellOf = (row: CalendarRow, night: string) =>
    describeCell(row, night, {
      ...shown,
      changes: pending.get(row.key),
      following: following.get(row.key),
    });
  const rows = calendarRows([room]);
  return (
    <ol className="night-list" aria-label={`Nights: ${room.name}`}>
      {nights.map((night, at) => {
        const { sold } = cellOf(rows[0] as CalendarRow, night);
        return (
          <li key={night} data-weekend={isWeekend(night) || undefined}>
            <span className="night-date" title={nightName(night)}>
              <strong>{Number(night.slice(8))}</strong> {weekdayOf(night)}
              {sold > 0 && (
                <button type="button" className="quiet" onClick={() => onBookings(night)}>
                  Bookings<span className="unseen"> on {nightName(night)}</span>
                </button>
              )}
            </span>
            <div className="night-cells">
              {rows.map(row => {
                const { main, marks, label, tone, isPending, isFollowing } = cellOf(row, night);
                return (
                  <button
                    key={row.key}
                    type="button"
                    data-kind={row.plan === undefined ? 'rooms' : 'plan'}
                    data-tone={tone}
                    data-pending={isPending || undefined}
                    data-following={isFollowing || undefined}
                    onClick={() => onEdit(row, at)}
                  >
                    <span className="unseen">Edit {label}</span>
                    <small aria-hidden="true">{row.plan?.name ?? 'Sold'}</small>
                    <span aria-hidden="true">{main}</span>
                    {marks !== '' && <small aria-hidden="true">{marks}</small>}
                  </button>
                );
              })}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
