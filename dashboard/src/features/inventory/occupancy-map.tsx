import { Card } from '../../components/card.tsx';
import { HeatMap } from '../../components/charts/heat-map.tsx';
import { formatPercent } from '../../lib/format/format.ts';
import { type CalendarRoom, roomNightOf } from './calendar.ts';
import { nightName } from './month.ts';

interface OccupancyMapProps {
  rooms: readonly CalendarRoom[];
  nights: readonly string[];
  onPick: (roomCode: string, night: string) => void;
}

/** Occupancy of each room type by night. */
export function OccupancyMap({ rooms, nights, onPick }: OccupancyMapProps) {
  const all = rooms.flatMap(room => room.nights);
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
      <HeatMap
        label="Occupancy by room type and night"
        columns={nights.map(night => String(Number(night.slice(8))))}
        rows={rooms.map(room => ({
          key: room.roomCode,
          label: room.name,
          cells: nights.map(night => heatCell(room, night)),
        }))}
        onPick={onPick}
      />
    </Card>
  );
}

function heatCell(room: CalendarRoom, night: string) {
  const cell = roomNightOf(room, night);
  const where = `${room.name}, ${nightName(night)}`;
  if (cell === undefined || cell.allotment === 0) {
    return { key: night, label: `${where}: no allotment`, value: null };
  }
  const { sold, allotment } = cell;
  return {
    key: night,
    label: `${where}: ${sold} of ${allotment} sold`,
    value: Math.min(1, sold / allotment),
  };
}
