/** The places of the calendar while its values load, so that nothing moves when they arrive. */
import type { CSSProperties } from 'react';
import { useFilters } from '../../lib/url-state.ts';
import { type Calendar, calendarRows, isGridField } from './calendar.ts';
import { RowName } from './grid-row.tsx';
import { GridHelp } from './grid-toolbar.tsx';
import { isWeekend } from './month.ts';
import { PerformanceRows } from './performance-strip.tsx';
import type { ReadPerformance } from './performance-tiles.ts';
import { GridHead } from './revenue-grid.tsx';
import { UnknownWeek } from './week-strip.tsx';

interface UnknownNightsProps {
  calendar: Pick<Calendar, 'currency' | 'rooms'>;
  nights: readonly string[];
  today: string;
  isNarrow: boolean;
  mayChange: boolean;
  performance: ReadPerformance;
  seesFigures: boolean;
}

export function UnknownNights({ isNarrow, ...props }: UnknownNightsProps) {
  const { calendar, nights, today, performance, seesFigures, mayChange } = props;
  const [{ field }] = useFilters(['field']);
  if (isNarrow) {
    return calendar.rooms.map(room => (
      <UnknownWeek key={room.roomCode} {...{ room, nights, today, performance, seesFigures }} />
    ));
  }
  const rows = calendarRows(calendar.rooms);
  return (
    <>
      <div className="grid-tools" />
      <div className="calendar-box">
        <table
          className="calendar"
          style={{ '--nights': nights.length, '--widest': 0 } as CSSProperties}
          aria-label="Prices and allotments by night"
          aria-busy="true"
        >
          <GridHead
            {...{ rows, nights, today, shown: isGridField(field) ? field : 'price' }}
            currency={calendar.currency}
            strip={seesFigures && <PerformanceRows {...{ performance, nights }} />}
          />
          <tbody>
            {rows.map(row => (
              <tr key={row.key} data-kind={row.plan === undefined ? 'rooms' : 'plan'}>
                <th scope="row" className="calendar-line">
                  <RowName row={row} />
                </th>
                {nights.map(night => (
                  <td key={night} data-weekend={isWeekend(night) || undefined} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <GridHelp mayChange={mayChange} />
    </>
  );
}
