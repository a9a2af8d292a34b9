import { useParams } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { FilterSelect } from '../../components/filters/filter-bar.tsx';
import { BeginInventory } from '../../components/inventory/begin-inventory.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Shown } from '../../components/shown.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/use-environment.ts';
import { useFilters } from '../../lib/use-filters.ts';
import { HotelFacts } from './hotel-facts.tsx';
import { HotelRooms } from './hotel-rooms.tsx';
import { HotelTexts } from './hotel-texts.tsx';
import { statusTone, typeWords } from './hotel-words.ts';
import '../../styles/inventory.css';

export function HotelPage() {
  const environment = useEnvironment();
  const { hotelId = '' } = useParams({ strict: false }) as { hotelId?: string };
  const [{ language }, setFilters] = useFilters(['language']);
  const shown = useCall('hotels/show', {
    environment,
    hotelId,
    ...(language !== undefined && { language }),
  });
  const data = shown.state === 'ready' ? shown.data : undefined;
  return (
    <>
      <PageHead
        title={data?.hotel.name ?? 'Hotel'}
        back={{ to: '/hotels', label: 'Hotels and inventory' }}
        lead={
          data && (
            <span className="row">
              <Badge tone={statusTone(data.hotel.status)}>{typeWords(data.hotel.status)}</Badge>
              <code>{hotelId}</code>
            </span>
          )
        }
        actions={
          data && (
            <>
              {data.languages.length > 1 && (
                <FilterSelect
                  label="Language"
                  value={language ?? data.hotel.description?.language ?? data.hotel.language}
                  options={data.languages.map(tag => [tag, tag] as const)}
                  onChange={tag => setFilters({ language: tag })}
                />
              )}
              {data.ownInventory && (
                <LinkTo to="/hotels/$hotelId/calendar" params={{ hotelId }} className="button main">
                  <CalendarDays size={16} aria-hidden /> Open the calendar
                </LinkTo>
              )}
            </>
          )
        }
      />
      <Shown of={shown} rows={10}>
        {hotel => <Parts data={hotel} />}
      </Shown>
    </>
  );
}

function Parts({ data }: { data: Output<'hotels/show'> }) {
  const { hotel, rooms, roomCount, ownInventory } = data;
  return (
    <>
      <HotelFacts data={data} />
      <HotelRooms rooms={rooms} all={roomCount} />
      {!ownInventory && hotel.status === 'ACTIVE' && (
        <Card title="Rooms of your own">
          <BeginInventory hotelId={hotel.hotelId} rooms={rooms} />
        </Card>
      )}
      <HotelTexts hotel={hotel} />
    </>
  );
}
