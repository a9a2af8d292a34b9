import { useParams } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge, Skeleton } from '../../components/feedback.tsx';
import { FilterSelect } from '../../components/filter-bar.tsx';
import { HotelHead } from '../../components/inventory/hotel-head.tsx';
import { InventorySetup } from '../../components/inventory/inventory-setup.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { languageName } from '../../components/pickers/code-options.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useRemembered } from '../../lib/recent-records.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { facilityName, formatAddress, formatCategory, formatCode, statusTone } from './hotel.ts';
import { HotelFigures } from './hotel-figures.tsx';
import { HotelSellers } from './hotel-sellers.tsx';
import { Photo } from './photo.tsx';
import { RoomTextsDialog } from './room-texts-dialog.tsx';
import '../../styles/hotel-content.css';
import '../../styles/hotel-page.css';
import '../../styles/inventory.css';

const ContentForm = lazy(() =>
  import('./content-form.tsx').then(module => ({ default: module.ContentForm })),
);

const HotelMap = lazy(() => import('./hotel-map.tsx').then(module => ({ default: module.HotelMap })));

export function HotelPage() {
  const environment = useEnvironment();
  const { hotelId = '' } = useParams({ strict: false }) as { hotelId?: string };
  const [{ language, edit }, setFilters] = useFilters(['language', 'edit']);
  const mayChange = useMay('inventory:edit');
  const isEditing = edit === 'content' && mayChange;
  const content = useCall('hotels/content', { environment, hotelId }, { when: edit === 'content' });
  const shown = useCall('hotels/show', {
    environment,
    hotelId,
    ...(language !== undefined && { language }),
  });
  const data = shown.state === 'ready' ? shown.data : undefined;
  const mayEdit = mayChange && data?.hotel.status !== 'MERGED';
  useRemembered(
    data && {
      kind: 'hotel',
      id: data.hotel.hotelId,
      title: data.hotel.name,
      detail: data.hotel.hotelId,
      environment,
      partnerId: null,
    },
  );
  return (
    <div className="hotel-frame">
      <HotelHead
        hotelId={hotelId}
        name={data?.hotel.name}
        shown="details"
        hasInventory={data?.ownInventory ?? false}
      >
        {data && !isEditing && (
          <>
            {data.languages.length > 1 && (
              <div className="hotel-language">
                <FilterSelect
                  label="Preview language"
                  value={language ?? data.hotel.description?.language ?? data.hotel.language}
                  options={data.languages.map(tag => [tag, languageName(tag)] as const)}
                  onChange={tag => setFilters({ language: tag })}
                />
              </div>
            )}
            {mayEdit && (
              <button type="button" onClick={() => setFilters({ edit: 'content' })}>
                <Pencil size={16} aria-hidden /> Edit content
              </button>
            )}
          </>
        )}
      </HotelHead>
      {isEditing ? (
        <Loaded from={content} rows={10}>
          {found => (
            <Suspense fallback={<Skeleton rows={10} />}>
              <ContentForm
                key={found.hotelId}
                content={found}
                served={data?.hotel.images ?? []}
                onClose={() => setFilters({ edit: undefined })}
              />
            </Suspense>
          )}
        </Loaded>
      ) : (
        <Loaded from={shown} rows={10}>
          {hotel => <HotelSections data={hotel} mayEdit={mayEdit} />}
        </Loaded>
      )}
    </div>
  );
}

function HotelSections({ data, mayEdit }: { data: Output<'hotels/show'>; mayEdit: boolean }) {
  const { hotel, rooms, roomCount, ownInventory } = data;
  return (
    <>
      <HotelFigures hotelId={hotel.hotelId} ownInventory={ownInventory} />
      <div className="hotel-top">
        <HotelPhotos images={hotel.images ?? []} mayEdit={mayEdit} />
        <div className="hotel-side">
          <Card title="Location" hint={formatAddress(hotel.address)}>
            <Suspense fallback={<Skeleton rows={4} />}>
              <HotelMap location={hotel.location} />
            </Suspense>
          </Card>
          <HotelSellers hotelId={hotel.hotelId} isActive={hotel.status === 'ACTIVE'} codes={data.providers} />
        </div>
      </div>
      <HotelFacts data={data} />
      <HotelRooms hotelId={hotel.hotelId} rooms={rooms} all={roomCount} mayEdit={mayEdit} />
      {!ownInventory && hotel.status === 'ACTIVE' && (
        <Card title="Own inventory">
          <InventorySetup hotelId={hotel.hotelId} rooms={rooms} />
        </Card>
      )}
      <HotelTexts hotel={hotel} />
    </>
  );
}

type HotelDetails = Output<'hotels/show'>;

function HotelFacts({ data: { hotel } }: { data: HotelDetails }) {
  const { address, checkIn, checkOut, contact } = hotel;
  const orNotSet = (value: string | null) => value ?? 'Not set';
  return (
    <Card title="Details">
      <Facts
        items={[
          ['Hotel ID', <code key="id">{hotel.hotelId}</code>],
          [
            'Status',
            <Badge key="status" tone={statusTone(hotel.status)}>
              {formatCode(hotel.status)}
            </Badge>,
          ],
          ['Type', formatCode(hotel.type)],
          ['Category', formatCategory(hotel)],
          ...(hotel.chain === null ? [] : [['Chain', hotel.chain.name] as const]),
          ['Place', <PlaceName key="place" id={hotel.canonicalCityId} city={address.city} />],
          ['Time zone', orNotSet(hotel.timeZone)],
          ['Check-in', formatPeriod(checkIn)],
          ['Check-out', formatPeriod(checkOut)],
          ['Phone', orNotSet(contact.phone)],
          ['Email', orNotSet(contact.email)],
          ['Website', orNotSet(contact.website)],
          ['Last updated', <Timestamp key="updated" at={hotel.updatedAt} />],
          ...(hotel.mergedInto === null
            ? []
            : [['Merged into', <Merged key="merged" id={hotel.mergedInto} />] as const]),
        ]}
      />
    </Card>
  );
}

/** The hotel knows only the id of its place, so its name is looked up among the places with the name of the city. */
function PlaceName({ id, city }: { id: string | null; city: string | null }) {
  const environment = useEnvironment();
  const found = useCall(
    'places/search',
    { environment, query: city ?? '-' },
    { when: id !== null && city !== null },
  );
  if (id === null) return 'Not set';
  const place = found.state === 'ready' ? found.data.places.find(({ placeId }) => placeId === id) : undefined;
  if (place !== undefined) return <span title={id}>{place.displayName}</span>;
  return city === null ? <code>{id}</code> : <span title={id}>{city}</span>;
}

function Merged({ id }: { id: string }) {
  return (
    <LinkTo to="/hotels/$hotelId" params={{ hotelId: id }}>
      {id}
    </LinkTo>
  );
}

function formatPeriod({ from, until }: { from: string | null; until: string | null }): string {
  if (from !== null && until !== null) return `${from} to ${until}`;
  if (from !== null) return `From ${from}`;
  return until === null ? 'Not set' : `Until ${until}`;
}

type Room = Output<'hotels/show'>['rooms'][number];

interface HotelRoomsProps {
  hotelId: string;
  rooms: readonly Room[];
  all: number;
  mayEdit: boolean;
}

function HotelRooms({ hotelId, rooms, all, mayEdit }: HotelRoomsProps) {
  const [editing, setEditing] = useState<Room>();
  const more = all > rooms.length ? ` Showing the first ${formatNumber(rooms.length)}.` : '';
  return (
    <Card
      title="Rooms"
      className="hotel-rooms"
      hint={`${all === 1 ? '1 room type' : `${formatNumber(all)} room types`}.${more}`}
    >
      {rooms.length > 0 && (
        <DataTable
          label="Rooms"
          rows={rooms}
          rowKey={room => room.roomCode}
          columns={[
            {
              key: 'name',
              heading: 'Room',
              wide: true,
              cell: ({ name, description }) => (
                <>
                  {name}
                  {description && <small lang={description.language}>{description.text}</small>}
                </>
              ),
            },
            { key: 'code', heading: 'Code', cell: room => <code>{room.roomCode}</code> },
            { key: 'beds', heading: 'Beds', cell: formatBeds },
            { key: 'people', heading: 'Guests', cell: formatOccupancy },
            {
              key: 'size',
              heading: 'Size',
              align: 'right',
              cell: room => (room.sizeSqm === null ? '–' : `${room.sizeSqm} m²`),
            },
            {
              key: 'status',
              heading: 'Status',
              phone: 'status',
              cell: room => <Badge tone={statusTone(room.status)}>{formatCode(room.status)}</Badge>,
            },
            ...(mayEdit ? [editColumn(setEditing)] : []),
          ]}
        />
      )}
      <RoomTextsDialog hotelId={hotelId} room={editing} onClose={() => setEditing(undefined)} />
    </Card>
  );
}

function editColumn(onEdit: (room: Room) => void): Column<Room> {
  return {
    key: 'edit',
    heading: 'Actions',
    headless: true,
    cell: room =>
      room.status === 'MERGED' ? null : (
        <button type="button" className="small" onClick={() => onEdit(room)}>
          Edit<span className="unseen"> name and description of {room.name}</span>
        </button>
      ),
  };
}

function formatBeds({ beds }: Room): string {
  if (beds.length === 0) return '–';
  return beds.map(({ type, count }) => `${count} ${formatCode(type).toLowerCase()}`).join(', ');
}

function formatOccupancy({ occupancy: { maxTotal, maxAdults } }: Room): string {
  return `Up to ${maxTotal} (${maxAdults} ${maxAdults === 1 ? 'adult' : 'adults'})`;
}

type Image = NonNullable<Output<'hotels/show'>['hotel']['images']>[number];

/** Photos load from https addresses, and the pictures of sandbox hotels from the dashboard itself. */
function HotelPhotos({ images, mayEdit }: { images: readonly Image[]; mayEdit: boolean }) {
  return (
    <Card title="Photos" hint="In the order partners receive them.">
      {images.length === 0 && (
        <p className="faint">No photos.{mayEdit && ' Choose Edit content to add some.'}</p>
      )}
      <ul className="gallery">
        {images.map(({ url, kind, caption }, at) => (
          <li key={url}>
            <Photo url={url} alt={caption?.text ?? `${formatCode(kind ?? 'PHOTO')} ${at + 1}`} />
            <small>{caption?.text ?? formatCode(kind ?? 'PHOTO')}</small>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function HotelTexts({ hotel }: { hotel: Output<'hotels/show'>['hotel'] }) {
  const { description, facilities = [], policies } = hotel;
  return (
    <div className="grid">
      <Card title="Description">
        {description ? (
          <p lang={description.language} className="hotel-text">
            {description.text}
          </p>
        ) : (
          <p className="faint">No description.</p>
        )}
      </Card>
      <Card title="Facilities">
        {facilities.length === 0 ? (
          <p className="faint">No facilities.</p>
        ) : (
          <ul className="facilities">
            {facilities.map(({ code, surcharge }) => (
              <li key={code}>
                {facilityName(code)}
                {surcharge ? <small> (extra charge)</small> : null}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {policies && policies.texts.length > 0 && (
        <Card title="Policies">
          <dl className="hotel-policies">
            {policies.texts.map(({ code, text, language }) => (
              <div key={code}>
                <dt>{formatCode(code)}</dt>
                <dd lang={language}>{text}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </div>
  );
}
