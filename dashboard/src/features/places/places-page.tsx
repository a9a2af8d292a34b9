import { useMemo, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Empty, Notice, Skeleton } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { COUNTRY_OPTIONS } from '../../components/pickers/code-options.ts';
import { Combobox } from '../../components/pickers/combobox.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { type Filters, useEnvironment, useFilters } from '../../lib/url-state.ts';
import { PlacePlot, viewOf, WORLD } from './place-plot.tsx';
import { PLACE_TYPE_NAMES, placeSearch, QUERY_NAMES, type QueryName } from './place-query.ts';
import { PlaceDetail, PlaceResults } from './place-results.tsx';
import '../../styles/places.css';

type Place = Output<'places/search'>['places'][number];

const EXAMPLES = [
  ['barce', 'start of a name'],
  ['bracelona', 'misspelled name'],
  ['münchen', 'name in the local language'],
  ['LHR', 'airport code'],
  ['paris texas', 'name and location'],
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
        lead="Try the destination search that partners use, and see why each place matches."
      />
      <PlaceSearchBar
        filters={filters}
        onChange={changed => setFilters({ ...changed, ...('q' in changed && { place: undefined }) })}
      />
      {search === undefined ? (
        <Examples onPick={q => setFilters({ q })} />
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

function Examples({ onPick }: { onPick: (query: string) => void }) {
  return (
    <div className="place-columns">
      <Card title="Example searches" hint="Case, accents and small typos do not matter.">
        <ul className="place-examples">
          {EXAMPLES.map(([query, description]) => (
            <li key={query}>
              <button type="button" onClick={() => onPick(query)}>
                {query}
              </button>
              <span className="faint">{description}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="World map" hint="Each grey square is a populated area, half a degree wide.">
        <PlacePlot view={WORLD} places={[]} selected={undefined} onSelect={() => {}} />
      </Card>
    </div>
  );
}

const EXTENTS = [
  ['all', 'All'],
  ['one', 'Selected'],
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
      <Empty title={`No places found for “${query}”`}>
        Check the spelling, type fewer letters, or clear the filters.
      </Empty>
    );
  }
  const view = { all: region, one: viewOf([shown.location]), world: WORLD }[extent];
  return (
    <div className="place-columns" aria-busy={busy || undefined}>
      <Card title={places.length === 1 ? '1 place' : `${places.length} places`}>
        <PlaceResults places={places} selected={shown.placeId} onSelect={onSelect} />
      </Card>
      <div className="place-side">
        <Card
          title="Map"
          className="place-plot"
          actions={EXTENTS.map(([name, label]) => (
            <button key={name} type="button" aria-pressed={extent === name} onClick={() => setExtent(name)}>
              {label}
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

interface PlaceSearchBarProps {
  filters: Filters<QueryName>;
  onChange: (changed: Partial<Record<QueryName, string | undefined>>) => void;
}

const LIMITS = [
  ['10', '10 places'],
  ['25', '25 places'],
  ['50', '50 places'],
] as const;

function PlaceSearchBar({ filters, onChange }: PlaceSearchBarProps) {
  const { q, type, country, language, near, limit = '10' } = filters;
  const isFiltered = [type, country, language, near].some(value => value !== undefined) || limit !== '10';
  const clear = {
    type: undefined,
    country: undefined,
    language: undefined,
    near: undefined,
    limit: undefined,
  };
  return (
    <div className="place-search">
      <FilterText
        label="Destination"
        value={q}
        placeholder="City, region, airport or code"
        onChange={value => onChange({ q: value })}
      />
      <FilterBar onClear={isFiltered ? () => onChange(clear) : undefined}>
        <FilterSelect
          label="Type"
          value={type}
          options={PLACE_TYPE_NAMES}
          all="All types"
          onChange={value => onChange({ type: value })}
        />
        <Combobox
          label="Country"
          placeholder="All countries"
          value={country}
          options={COUNTRY_OPTIONS}
          onChange={value => onChange({ country: value })}
        />
        <FilterText
          label="Language"
          value={language}
          placeholder="en"
          onChange={value => onChange({ language: value })}
        />
        <FilterText
          label="Near (latitude, longitude)"
          value={near}
          placeholder="41.39, 2.16"
          onChange={value => onChange({ near: value })}
        />
        <FilterSelect
          label="Results"
          value={limit}
          options={LIMITS}
          onChange={value => onChange({ limit: value === '10' ? undefined : value })}
        />
      </FilterBar>
    </div>
  );
}
