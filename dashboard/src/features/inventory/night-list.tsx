import { type CalendarRoom, calendarRows } from './calendar.ts';
import { cellWords } from './cell-words.ts';
import { nightName, weekdayName } from './month.ts';

interface NightListProps {
  room: CalendarRoom;
  /** Places of the lines of this room in the whole calendar. */
  firstRow: number;
  nights: readonly string[];
  currency: string;
  onEdit: (row: number, at: number) => void;
}

/** The month of one room type on a phone: a line for each night, a button for what can be changed. */
export function NightList({ room, firstRow, nights, currency, onEdit }: NightListProps) {
  const rows = calendarRows([room]);
  return (
    <ol className="night-list" aria-label={`Nights of ${room.name}`}>
      {nights.map((night, at) => (
        <li key={night}>
          <span className="night-date" title={nightName(night)}>
            <strong>{Number(night.slice(8))}</strong> {weekdayName(night)}
          </span>
          <div className="night-cells">
            {rows.map((row, line) => {
              const { main, marks, label, tone } = cellWords(row, night, currency);
              return (
                <button
                  key={row.key}
                  type="button"
                  data-tone={tone}
                  onClick={() => onEdit(firstRow + line, at)}
                >
                  <span className="unseen">Edit {label}</span>
                  <small aria-hidden="true">{row.plan?.name ?? 'Sold'}</small>
                  <span aria-hidden="true">{main}</span>
                  {marks.length > 0 && <small aria-hidden="true">{marks.join(' ')}</small>}
                </button>
              );
            })}
          </div>
        </li>
      ))}
    </ol>
  );
}
