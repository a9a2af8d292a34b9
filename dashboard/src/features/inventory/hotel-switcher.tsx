import { useEffect, useState } from 'react';
import { useGo } from '../../components/link-to.tsx';
import { ComboboxField, type Option } from '../../components/pickers/combobox.tsx';
import { foundDetail, placeText } from '../../components/pickers/found-detail.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';

const TYPING_MS = 150;

/** The first hotels with own inventory. */
export function useProperties() {
  const environment = useEnvironment();
  return useCall('inventory/properties', { environment, page: { limit: 200 } });
}

/** Opens the calendar of another hotel with own inventory, in the same month, week and tab. */
export function HotelSwitcher({ hotelId }: { hotelId: string }) {
  const go = useGo();
  const [{ month, week, tab }] = useFilters(['month', 'week', 'tab']);
  const listed = useProperties();
  const properties = listed.state === 'ready' ? listed.data.properties : [];
  const hasMore = listed.state === 'ready' && listed.data.page.hasMore;
  const search = useHotelSearch(hasMore);
  const options = new Map<string, Option>([
    ...properties.map(
      ({ hotelId, name, city, countryCode }) =>
        [hotelId, { value: hotelId, name, hint: placeText(city, countryCode) }] as const,
    ),
    ...search.found,
  ]);
  options.delete(hotelId);
  return (
    <div className="hotel-switcher">
      {(options.size > 0 || hasMore) && (
        <ComboboxField
          label="Switch hotel"
          placeholder="Switch hotel"
          value={undefined}
          options={[...options.values()]}
          onChange={id =>
            void go({
              to: '/hotels/$hotelId/calendar',
              params: { hotelId: id },
              search: { month, week, tab },
            })
          }
          {...(hasMore && { onSearch: search.type })}
        />
      )}
    </div>
  );
}

/** Searches on the server if there are too many hotels to list them. */
function useHotelSearch(isOn: boolean) {
  const environment = useEnvironment();
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const input = { kinds: ['hotel' as const], environment, onlyEnvironment: true, query: query || '-' };
  const result = useCall('search/find', input, { when: isOn && query !== '' });
  const results = query !== '' && result.state === 'ready' ? result.data.results : [];
  return {
    type: setTyped,
    found: results.map(
      found => [found.id, { value: found.id, name: found.title, hint: foundDetail(found) }] as const,
    ),
  };
}
