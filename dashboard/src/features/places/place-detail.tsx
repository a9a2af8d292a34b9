import { explainMatch } from '@serai/contract/account/explain-match.ts';
import type { ReactNode } from 'react';
import { Card } from '../../components/card.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Copyable } from '../../components/text/copyable.tsx';
import { Facts } from '../../components/text/facts.tsx';
import { JsonView } from '../../components/text/json-view.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { degreesText } from './plot-view.ts';

type Place = Output<'places/search'>['places'][number];

/** What a search for destinations adds to a place. */
export function PlaceDetail({ place }: { place: Place }) {
  const { latitude, longitude } = place.location;
  const { nearestAirport, boundingBox: box } = place;
  return (
    <Card title={place.displayName} hint={explainMatch(place)}>
      <Copyable text={place.placeId} label="Copy the place id" />
      <Facts
        items={[
          ['Kind of match', KIND_WORDS[place.match.kind]],
          ['Score', `${place.score} (comparable within one answer)`],
          ['Type', place.type.toLowerCase()],
          ['Country', place.countryCode],
          ['Code', place.iataCode ?? 'none'],
          ['Location', `${degreesText(latitude, 'latitude', 4)}, ${degreesText(longitude, 'longitude', 4)}`],
          [
            'Hotels',
            <LinkTo key="hotels" to="/hotels" search={{ place: place.placeId }}>
              {formatNumber(place.hotelCount)}
            </LinkTo>,
          ],
          ['Lies in', names(place.ancestors)],
          ['Nearest airport', nearestAirport ? airportText(nearestAirport) : 'none near'],
          [
            'Airports around',
            names(place.airports.map(airport => ({ ...airport, name: airportText(airport) }))),
          ],
          ['Tourism zones', names(place.tourismZones)],
          ['Parts', names(place.subAreas)],
          ['Extent', box === null ? 'not known' : extentText(box)],
        ]}
      />
      <JsonView value={place} label="the answer" folded />
    </Card>
  );
}

const KIND_WORDS: Record<Place['match']['kind'], string> = {
  EXACT: 'EXACT: the whole name or code',
  PREFIX: 'PREFIX: the beginning of a name',
  FULL_TEXT: 'FULL_TEXT: words of the name or of where it lies',
  TRIGRAM: 'TRIGRAM: alike, with a typing error',
};

const MOST_NAMES = 8;

function names(places: readonly { placeId: string; name: string; hotelCount?: number }[]): ReactNode {
  if (places.length === 0) return 'none';
  const shown = places
    .slice(0, MOST_NAMES)
    .map(({ name, hotelCount }) =>
      hotelCount === undefined ? name : `${name} (${formatNumber(hotelCount)})`,
    );
  const left = places.length - shown.length;
  return left === 0 ? shown.join(', ') : `${shown.join(', ')} and ${left} more`;
}

function airportText({
  iataCode,
  name,
  distanceKm,
}: {
  iataCode: string;
  name: string;
  distanceKm: number;
}): string {
  return `${name} (${iataCode}), ${distanceKm} km`;
}

function extentText({ south, west, north, east }: NonNullable<Place['boundingBox']>): string {
  const latitudes = `${degreesText(south, 'latitude')} to ${degreesText(north, 'latitude')}`;
  return `${latitudes}, ${degreesText(west, 'longitude')} to ${degreesText(east, 'longitude')}`;
}
