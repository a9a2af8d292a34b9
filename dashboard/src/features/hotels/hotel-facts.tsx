import { Card, Facts } from '../../components/card.tsx';
import { Badge } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { categoryWords, countryName, typeWords } from './hotel-words.ts';

type Loaded = Output<'hotels/show'>;

export function HotelFacts({ data: { hotel, providers } }: { data: Loaded }) {
  const { address, location, checkIn, checkOut, contact } = hotel;
  const said = (value: string | null) => value ?? 'Not known';
  return (
    <Card title="Facts">
      <Facts
        items={[
          ['Type', typeWords(hotel.type)],
          ['Category', categoryWords(hotel)],
          ['Chain', hotel.chain?.name ?? 'None'],
          ['Address', addressWords(address)],
          [
            'Place',
            hotel.canonicalCityId === null ? 'Not known' : <code key="place">{hotel.canonicalCityId}</code>,
          ],
          ['Location', `${location.latitude}, ${location.longitude}`],
          ['Time zone', said(hotel.timeZone)],
          ['Check-in', periodWords(checkIn)],
          ['Check-out', periodWords(checkOut)],
          ['Telephone', said(contact.phone)],
          ['Email', said(contact.email)],
          ['Sold by', <Sellers key="sellers" codes={providers} />],
          ['Last changed', <Timestamp key="moment" at={hotel.updatedAt} />],
          ...(hotel.mergedInto === null
            ? []
            : [['Merged into', <Merged key="merged" id={hotel.mergedInto} />] as const]),
        ]}
      />
    </Card>
  );
}

function Sellers({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return 'Nobody';
  return (
    <span className="row">
      {codes.map(code => (
        <Badge key={code} tone={code === 'own' ? 'info' : 'plain'}>
          {code === 'own' ? 'own inventory' : code}
        </Badge>
      ))}
    </span>
  );
}

function Merged({ id }: { id: string }) {
  return (
    <LinkTo to="/hotels/$hotelId" params={{ hotelId: id }}>
      {id}
    </LinkTo>
  );
}

function addressWords({ street, postalCode, city, region, countryCode }: Loaded['hotel']['address']): string {
  const town = [postalCode, city].filter(Boolean).join(' ');
  return [street, town, region, countryName(countryCode)].filter(Boolean).join(', ');
}

function periodWords({ from, until }: { from: string | null; until: string | null }): string {
  if (from !== null && until !== null) return `${from} to ${until}`;
  if (from !== null) return `from ${from}`;
  return until === null ? 'Not known' : `until ${until}`;
}
