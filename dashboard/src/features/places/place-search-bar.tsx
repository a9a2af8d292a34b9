import { FilterBar, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import type { Filters } from '../../lib/url-state.ts';
import { PLACE_TYPE_NAMES, type QUERY_NAMES } from './place-query.ts';

type QueryName = (typeof QUERY_NAMES)[number];

interface PlaceSearchBarProps {
  filters: Filters<QueryName>;
  onChange: (changed: Partial<Record<QueryName, string | undefined>>) => void;
}

const LIMITS = [
  ['10', '10 places'],
  ['25', '25 places'],
  ['50', '50 places'],
] as const;

export function PlaceSearchBar({ filters, onChange }: PlaceSearchBarProps) {
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
        label="Where to?"
        value={q}
        placeholder="City, region, airport or code"
        onChange={value => onChange({ q: value })}
      />
      <FilterBar onClear={isFiltered ? () => onChange(clear) : undefined}>
        <FilterSelect
          label="Type"
          value={type}
          options={PLACE_TYPE_NAMES}
          all="Every type"
          onChange={value => onChange({ type: value })}
        />
        <FilterText
          label="Countries"
          value={country}
          placeholder="ES, FR"
          onChange={value => onChange({ country: value })}
        />
        <FilterText
          label="Language"
          value={language}
          placeholder="en"
          onChange={value => onChange({ language: value })}
        />
        <FilterText
          label="Near a point"
          value={near}
          placeholder="41.39, 2.16"
          onChange={value => onChange({ near: value })}
        />
        <FilterSelect
          label="At most"
          value={limit}
          options={LIMITS}
          onChange={value => onChange({ limit: value === '10' ? undefined : value })}
        />
      </FilterBar>
    </div>
  );
}
