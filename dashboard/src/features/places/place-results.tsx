import { explainMatch } from '@serai/contract/account/explain-match.ts';
import { Badge } from '../../components/badge.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { MatchedName } from './matched-name.tsx';

type Place = Output<'places/search'>['places'][number];

interface PlaceResultsProps {
  places: readonly Place[];
  selected: string | undefined;
  onSelect: (placeId: string) => void;
}

/** As a partner's page would offer them, and why. */
export function PlaceResults({ places, selected, onSelect }: PlaceResultsProps) {
  return (
    <ol className="place-list" aria-label="Places, the best first">
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
                  also <MatchedName text={place.match.alias} ranges={place.match.ranges} />
                </small>
              )}
              <small className="faint">{explainMatch(place)}</small>
            </span>
            <span className="place-facts">
              <Badge>{place.type.toLowerCase()}</Badge>
              {place.iataCode !== null && <Badge tone="info">{place.iataCode}</Badge>}
              <small>{hotelsText(place.hotelCount)}</small>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

export function hotelsText(count: number): string {
  return count === 1 ? '1 hotel' : `${formatNumber(count)} hotels`;
}
