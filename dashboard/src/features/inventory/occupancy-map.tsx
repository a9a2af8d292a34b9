import { type KeyboardEvent, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { formatPercent } from '../../lib/format/format.ts';
import { type CalendarRoom, roomNightOf } from './calendar.ts';
import { nightName } from './month.ts';

interface OccupancyMapProps {
  rooms: readonly CalendarRoom[];
  nights: readonly string[];
  onPick: (roomCode: string, night: string) => void;
}

export function OccupancyMap(props: OccupancyMapProps) {
  const all = props.rooms.flatMap(room => room.nights);
  const sum = (pick: (night: (typeof all)[number]) => number) =>
    all.reduce((total, night) => total + pick(night), 0);
  const total = sum(({ allotment }) => allotment);
  const share = total === 0 ? undefined : sum(({ sold }) => sold) / total;
  return (
    <Card
      title="Occupancy"
      hint={
        share === undefined
          ? 'No allotment this month.'
          : `${formatPercent(share)} of this month’s room nights are sold.`
      }
    >
      <HeatMap {...props} />
    </Card>
  );
}

/**
 * Shows the sold share of each room type and night as a shade with a text label. The map is a single tab stop, and
 * arrow keys move between cells.
 */
function HeatMap({ rooms, nights, onPick }: OccupancyMapProps) {
  const [at, setAt] = useState({ row: 0, column: 0 });
  const row = Math.min(at.row, rooms.length - 1);
  const column = Math.min(at.column, nights.length - 1);

  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const [down, right] = MOVES[event.key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    const cell = `[data-cell="${row + down} ${column + right}"]`;
    event.currentTarget.querySelector<HTMLElement>(cell)?.focus();
  };

  return (
    <div className="heat-box">
      <table className="heat" aria-label="Occupancy by room type and night" onKeyDown={move}>
        <thead>
          <tr>
            <td />
            {nights.map(night => (
              <th key={night} scope="col">
                {Number(night.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map((room, rowIndex) => (
            <tr key={room.roomCode}>
              <th scope="row">{room.name}</th>
              {nights.map((night, index) => {
                const { label, level } = heatCell(room, night);
                return (
                  <td key={night} data-level={level} title={label}>
                    <button
                      type="button"
                      aria-label={label}
                      data-cell={`${rowIndex} ${index}`}
                      tabIndex={rowIndex === row && index === column ? 0 : -1}
                      onFocus={() => setAt({ row: rowIndex, column: index })}
                      onClick={() => onPick(room.roomCode, night)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Steps down and to the right, for each arrow key. */
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function heatCell(room: CalendarRoom, night: string): { label: string; level: number | 'none' } {
  const cell = roomNightOf(room, night);
  const where = `${room.name}, ${nightName(night)}`;
  if (cell === undefined || cell.allotment === 0) return { label: `${where}: no allotment`, level: 'none' };
  const { sold, allotment } = cell;
  return {
    label: `${where}: ${sold} of ${allotment} sold`,
    level: Math.min(5, Math.ceil((sold / allotment) * 5)),
  };
}
