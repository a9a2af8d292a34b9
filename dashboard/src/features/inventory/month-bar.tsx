import { ChevronLeft, ChevronRight } from 'lucide-react';
import { FilterSelect } from '../../components/filter-bar.tsx';
import { addMonths, monthName } from './month.ts';

interface MonthBarProps {
  month: string;
  today: string;
  rooms: readonly { roomCode: string; name: string }[];
  codes: readonly string[];
  room: string | undefined;
  mayShowAll: boolean;
  onMonth: (month: string) => void;
  onRoom: (room: string | undefined) => void;
}

export function MonthBar({ month, today, rooms, codes, room, mayShowAll, onMonth, onRoom }: MonthBarProps) {
  const nameOf = (code: string) => rooms.find(one => one.roomCode === code)?.name ?? code;
  return (
    <div className="month-bar">
      <div className="row">
        <button
          type="button"
          className="icon"
          aria-label={`Back to ${monthName(addMonths(month, -1))}`}
          onClick={() => onMonth(addMonths(month, -1))}
        >
          <ChevronLeft size={16} aria-hidden />
        </button>
        <h2 aria-live="polite">{monthName(month)}</h2>
        <button
          type="button"
          className="icon"
          aria-label={`On to ${monthName(addMonths(month, 1))}`}
          onClick={() => onMonth(addMonths(month, 1))}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
        <button
          type="button"
          disabled={month === today.slice(0, 7)}
          onClick={() => onMonth(today.slice(0, 7))}
        >
          This month
        </button>
      </div>
      {codes.length > 1 && (
        <FilterSelect
          label="Room type"
          value={room}
          options={codes.map(code => [code, nameOf(code)] as const)}
          {...(mayShowAll && { all: 'All room types' })}
          onChange={onRoom}
        />
      )}
    </div>
  );
}
