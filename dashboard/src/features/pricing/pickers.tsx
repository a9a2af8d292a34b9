import { useState } from 'react';
import { useGroups, usePartners } from '../../components/partners/partners.tsx';
import { COUNTRY_OPTIONS, countryLabel, countryName } from '../../components/pickers/code-options.ts';
import { isMatch, type Option } from '../../components/pickers/combobox.tsx';
import { ValuePicker } from '../../components/pickers/value-picker.tsx';
import type { NameOf } from '../../components/pricing/rule-words.ts';
import { rememberPlace, useProviders } from '../../components/pricing/use-names.ts';
import type { Input } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/url-state.ts';

export interface PickerProps {
  chosen: readonly string[];
  nameOf: NameOf;
  problem: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}

const startsWith = (text: string, typed: string) =>
  text
    .toLowerCase()
    .split(/[\s-]+/)
    .some(word => word.startsWith(typed.toLowerCase())) || text.toLowerCase().startsWith(typed.toLowerCase());

export function PartnerPicker({ nameOf, ...props }: PickerProps) {
  const partners = [...usePartners().values()];
  return (
    <ValuePicker
      {...props}
      label="Partners"
      placeholder="Search by name"
      nameOf={id => nameOf('partners', id)}
      find={typed =>
        partners
          .filter(({ name, partnerId }) => startsWith(name, typed) || partnerId === typed)
          .map(({ partnerId, name, groups }) => ({ value: partnerId, name, hint: groups.join(', ') }))
      }
    />
  );
}

export function GroupPicker({ nameOf: _nameOf, ...props }: PickerProps) {
  const groups = useGroups();
  return (
    <ValuePicker
      {...props}
      label="Partner groups"
      placeholder="Search or add a group"
      addWord="Add"
      nameOf={group => group}
      find={typed => groups.filter(option => isMatch(option, typed))}
    />
  );
}

export function NationalityPicker({ nameOf: _nameOf, ...props }: PickerProps) {
  return (
    <ValuePicker
      {...props}
      label="Nationalities"
      placeholder="Search by country"
      nameOf={countryName}
      find={typed => (typed === '' ? [] : COUNTRY_OPTIONS.filter(option => isMatch(option, typed)))}
      isKnown={text => COUNTRY_CODES.has(asCountryCode(text))}
      onChange={chosen => props.onChange(chosen.map(asCountryCode))}
    />
  );
}

const COUNTRY_CODES: ReadonlySet<string> = new Set(COUNTRY_OPTIONS.map(({ value }) => value));

/** A pasted list of codes may be in lower case. */
function asCountryCode(text: string): string {
  return /^[a-z]{2}$/.test(text) ? text.toUpperCase() : text;
}

export function ProviderPicker({ nameOf, ...props }: PickerProps) {
  const providers = useProviders();
  return (
    <ValuePicker
      {...props}
      label="Providers"
      placeholder="Search by name or code"
      nameOf={code => nameOf('providers', code)}
      find={typed =>
        providers
          .filter(({ name, code }) => startsWith(name, typed) || startsWith(code, typed))
          .map(({ code, name }) => ({ value: code, name, hint: code }))
      }
    />
  );
}

const MAX_HOTELS = 8;

export function HotelPicker({ nameOf, ...props }: PickerProps) {
  const environment = useEnvironment();
  const [query, setQuery] = useState('');
  const input: Input<'hotels/list'> = {
    environment,
    page: { limit: MAX_HOTELS },
    ...(query !== '' && { query }),
  };
  const list = useCall('hotels/list', input, { when: query !== '' });
  const found: readonly Option[] =
    query === '' || list.state !== 'ready'
      ? []
      : list.data.hotels.map(({ hotelId, name, city, countryCode }) => ({
          value: hotelId,
          name,
          hint: [city, countryLabel(countryCode)].filter(Boolean).join(', '),
        }));
  return (
    <ValuePicker
      {...props}
      label="Hotels"
      placeholder="Search by name or ID"
      nameOf={id => nameOf('hotels', id)}
      find={typed => {
        if (typed !== query) queueMicrotask(() => setQuery(typed.slice(0, 100)));
        return found;
      }}
    />
  );
}

export function PlacePicker({ nameOf, ...props }: PickerProps) {
  const environment = useEnvironment();
  const [query, setQuery] = useState('');
  const list = useCall('places/search', { environment, query: query || '-' }, { when: query !== '' });
  const places = query === '' || list.state !== 'ready' ? [] : list.data.places;
  for (const { placeId, name } of places) rememberPlace(placeId, name);
  const found = places.map(({ placeId, name, ancestors }) => ({
    value: placeId as string,
    name,
    hint: ancestors.map(({ name: above }) => above).join(', '),
  }));
  return (
    <ValuePicker
      {...props}
      label="Places"
      hint="A country, region or city covers everything inside it."
      placeholder="Search by name"
      nameOf={id => nameOf('places', id)}
      find={typed => {
        if (typed !== query) queueMicrotask(() => setQuery(typed.slice(0, 100)));
        return found;
      }}
    />
  );
}
