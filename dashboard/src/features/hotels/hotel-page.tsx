import { useParams } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { Badge } from '../../components/feedback.tsx';
import { FilterSelect } from '../../components/filter-bar.tsx';
import { InventorySetup } from '../../components/inventory/inventory-setup.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
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
      <Loaded from={shown} rows={10}>
        {hotel => <Parts data={hotel} />}
      </Loaded>
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
          <InventorySetup hotelId={hotel.hotelId} rooms={rooms} />
        </Card>
      )}
      <HotelTexts hotel={hotel} />
    </>
  );
}
