import { explainMatch } from '@serai/contract/account/explain-match.ts';
import type { ReactNode } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { Copyable, JsonView } from '../../components/code.tsx';
import { Badge } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { countryLabel } from '../../components/pickers/code-options.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { formatDegrees } from './place-plot.tsx';

type Place = Output<'places/search'>['places'][number];

interface PlaceResultsProps {
  places: readonly Place[];
  selected: string | undefined;
  onSelect: (placeId: string) => void;
}

/** The results as a partner's site would list them, with the reason for each match. */
export function PlaceResults({ places, selected, onSelect }: PlaceResultsProps) {
  return (
    <ol className="place-list" aria-label="Places, best match first">
      {places.map((place, index) => (
        <li key={place.placeId}>
          <button
            type="button"
            aria-pressed={place.placeId === selected}
            onClick={() => onSelect(place.placeId)}
          >
            <span className="place-number" aria-hidden="true">
              {index + 1}
            </span>
            <span className="place-words">
              <span className="place-name">
                {place.match.alias === null ? (
                  <MatchedName text={place.name} ranges={place.match.ranges} />
                ) : (
                  place.name
                )}
                {place.displayName.startsWith(place.name) && (
                  <span className="faint">{place.displayName.slice(place.name.length)}</span>
                )}
              </span>
              {place.match.alias !== null && (
                <small>
                  also known as <MatchedName text={place.match.alias} ranges={place.match.ranges} />
                </small>
              )}
              <small className="faint">{explainMatch(place)}</small>
            </span>
            <span className="place-facts">
              <Badge>{place.type.toLowerCase()}</Badge>
              {place.iataCode !== null && <Badge tone="info">{place.iataCode}</Badge>}
              <small>{formatHotels(place.hotelCount)}</small>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function formatHotels(count: number): string {
  return count === 1 ? '1 hotel' : `${formatNumber(count)} hotels`;
}

type Match = Output<'places/search'>['places'][number]['match'];

function MatchedName({ text, ranges }: { text: string; ranges: Match['ranges'] }) {
  return splitAt(text, ranges).map(({ from, part, isMatch }) =>
    isMatch ? <mark key={from}>{part}</mark> : <span key={from}>{part}</span>,
  );
}

function splitAt(text: string, ranges: Match['ranges']) {
  const parts: { from: number; part: string; isMatch: boolean }[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start > at) parts.push({ from: at, part: text.slice(at, start), isMatch: false });
    parts.push({ from: start, part: text.slice(start, end), isMatch: true });
    at = end;
  }
  if (at < text.length) parts.push({ from: at, part: text.slice(at), isMatch: false });
  return parts;
}

export function PlaceDetail({ place }: { place: Place }) {
  const { latitude, longitude } = place.location;
  const { nearestAirport, boundingBox: box } = place;
  return (
    <Card title={place.displayName} hint={explainMatch(place)}>
      <Copyable text={place.placeId} label="Copy place ID" />
      <Facts
        items={[
          ['Match', MATCH_KINDS[place.match.kind]],
          ['Score', `${place.score} (comparable only within one search)`],
          ['Type', place.type.toLowerCase()],
          ['Country', countryLabel(place.countryCode)],
          ['IATA code', place.iataCode ?? 'None'],
          [
            'Location',
            `${formatDegrees(latitude, 'latitude', 4)}, ${formatDegrees(longitude, 'longitude', 4)}`,
          ],
          [
            'Hotels',
            <LinkTo key="hotels" to="/hotels" search={{ place: place.placeId }}>
              {formatNumber(place.hotelCount)}
            </LinkTo>,
          ],
          ['Located in', names(place.ancestors)],
          ['Nearest airport', nearestAirport ? formatAirport(nearestAirport) : 'None nearby'],
          [
            'Airports nearby',
            names(place.airports.map(airport => ({ ...airport, name: formatAirport(airport) }))),
          ],
          ['Tourism zones', names(place.tourismZones)],
          ['Districts and areas', names(place.subAreas)],
          ['Extent', box === null ? 'Unknown' : formatExtent(box)],
        ]}
      />
      <JsonView value={place} label="response" folded />
    </Card>
  );
}

const MATCH_KINDS: Record<Place['match']['kind'], string> = {
  EXACT: 'EXACT: full name or code',
  PREFIX: 'PREFIX: start of a name',
  FULL_TEXT: 'FULL_TEXT: words in the name or location',
  TRIGRAM: 'TRIGRAM: similar name, possibly misspelled',
};

const MAX_NAMES = 8;

function names(places: readonly { placeId: string; name: string; hotelCount?: number }[]): ReactNode {
  if (places.length === 0) return 'None';
  const shown = places
    .slice(0, MAX_NAMES)
    .map(({ name, hotelCount }) =>
      hotelCount === undefined ? name : `${name} (${formatNumber(hotelCount)})`,
    );
  const left = places.length - shown.length;
  return left === 0 ? shown.join(', ') : `${shown.join(', ')} and ${left} more`;
}

function formatAirport({
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

function formatExtent({ south, west, north, east }: NonNullable<Place['boundingBox']>): string {
  const latitudes = `${formatDegrees(south, 'latitude')} to ${formatDegrees(north, 'latitude')}`;
  return `${latitudes}, ${formatDegrees(west, 'longitude')} to ${formatDegrees(east, 'longitude')}`;
}
