import { useMemo, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Empty, Notice, Skeleton } from '../../components/feedback.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { PlaceDetail } from './place-detail.tsx';
import { PlacePlot } from './place-plot.tsx';
import { placeSearch, QUERY_NAMES } from './place-query.ts';
import { PlaceResults } from './place-results.tsx';
import { PlaceSearchBar } from './place-search-bar.tsx';
import { viewOf, WORLD } from './plot-view.ts';
import '../../styles/places.css';

type Place = Output<'places/search'>['places'][number];

/** What each of these shows of the search. */
const EXAMPLES = [
  ['barce', 'the beginning of a name'],
  ['bracelona', 'a typing error'],
  ['münchen', 'a name in its own language'],
  ['LHR', 'the code of an airport'],
  ['paris texas', 'a name and where it lies'],
] as const;

export function PlacesPage() {
  const environment = useEnvironment();
  const [{ place, ...filters }, setFilters] = useFilters([...QUERY_NAMES, 'place']);
  const search = placeSearch(filters, environment);
  const found = useCall('places/search', search ?? { environment, query: '-' }, {
    when: search !== undefined,
  });
  return (
    <>
      <PageHead
        title="Places"
        lead="Search as your partner's page would. Each result says how the query met it, and the plot shows where it lies."
      />
      <PlaceSearchBar
        filters={filters}
        onChange={changed => setFilters({ ...changed, ...('q' in changed && { place: undefined }) })}
      />
      {search === undefined ? (
        <Start onPick={q => setFilters({ q })} />
      ) : found.state === 'failed' ? (
        <Notice failure={found.failure} onRetry={found.reload} />
      ) : found.state === 'waiting' ? (
        <Skeleton rows={8} />
      ) : (
        <Found
          places={found.data.places}
          query={search.query}
          busy={found.refreshing}
          selected={place}
          onSelect={placeId => setFilters({ place: placeId })}
        />
      )}
    </>
  );
}

function Start({ onPick }: { onPick: (query: string) => void }) {
  return (
    <div className="place-columns">
      <Card title="Try one of these" hint="Or type anything: case, accents and small errors do not matter.">
        <ul className="place-examples">
          {EXAMPLES.map(([query, words]) => (
            <li key={query}>
              <button type="button" onClick={() => onPick(query)}>
                {query}
              </button>
              <span className="faint">{words}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="The world" hint="Grey is where people live, in squares of half a degree.">
        <PlacePlot view={WORLD} places={[]} selected={undefined} onSelect={() => {}} />
      </Card>
    </div>
  );
}

const EXTENTS = [
  ['all', 'All'],
  ['one', 'Chosen'],
  ['world', 'World'],
] as const;
type Extent = (typeof EXTENTS)[number][0];

interface FoundProps {
  places: readonly Place[];
  query: string;
  busy: boolean;
  selected: string | undefined;
  onSelect: (placeId: string) => void;
}

function Found({ places, query, busy, selected, onSelect }: FoundProps) {
  const [extent, setExtent] = useState<Extent>('all');
  const region = useMemo(() => viewOf(places.map(({ location }) => location)), [places]);
  const shown = places.find(({ placeId }) => placeId === selected) ?? places[0];
  if (shown === undefined) {
    return (
      <Empty title={`No place is like “${query}”`}>
        Look for a typing error, take fewer letters, or clear the filters.
      </Empty>
    );
  }
  const view = { all: region, one: viewOf([shown.location]), world: WORLD }[extent];
  return (
    <div className="place-columns" aria-busy={busy || undefined}>
      <Card title={places.length === 1 ? 'One place' : `${places.length} places`}>
        <PlaceResults places={places} selected={shown.placeId} onSelect={onSelect} />
      </Card>
      <div className="place-side">
        <Card
          title="Where they lie"
          className="place-plot"
          actions={EXTENTS.map(([name, words]) => (
            <button key={name} type="button" aria-pressed={extent === name} onClick={() => setExtent(name)}>
              {words}
            </button>
          ))}
        >
          <PlacePlot view={view} places={places} selected={shown.placeId} onSelect={onSelect} />
        </Card>
        <PlaceDetail place={shown} />
      </div>
    </div>
  );
}
