import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { statusTone, typeWords } from './hotel-words.ts';

type Room = Output<'hotels/show'>['rooms'][number];

export function HotelRooms({ rooms, all }: { rooms: readonly Room[]; all: number }) {
  const more = all > rooms.length ? ` The first ${formatNumber(rooms.length)} are shown.` : '';
  return (
    <Card title="Rooms" hint={`${formatNumber(all)} room types.${more}`}>
      {rooms.length > 0 && (
        <DataTable
          label="Rooms"
          rows={rooms}
          rowKey={room => room.roomCode}
          columns={[
            { key: 'name', heading: 'Room', wide: true, cell: room => room.name },
            { key: 'code', heading: 'Code', cell: room => <code>{room.roomCode}</code> },
            { key: 'beds', heading: 'Beds', cell: bedWords },
            { key: 'people', heading: 'People', cell: peopleWords },
            {
              key: 'size',
              heading: 'Size',
              align: 'right',
              cell: room => (room.sizeSqm === null ? '–' : `${room.sizeSqm} m²`),
            },
            {
              key: 'status',
              heading: 'Status',
              cell: room => <Badge tone={statusTone(room.status)}>{typeWords(room.status)}</Badge>,
            },
          ]}
        />
      )}
    </Card>
  );
}

function bedWords({ beds }: Room): string {
  if (beds.length === 0) return '–';
  return beds.map(({ type, count }) => `${count} ${typeWords(type).toLowerCase()}`).join(', ');
}

function peopleWords({ occupancy: { maxTotal, maxAdults } }: Room): string {
  return `up to ${maxTotal}, ${maxAdults} ${maxAdults === 1 ? 'adult' : 'adults'}`;
}
