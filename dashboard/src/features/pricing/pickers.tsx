import { useState } from 'react';
import { usePartners } from '../../components/partners/partners.tsx';
import type { NameOf } from '../../components/pricing/rule-words.ts';
import { rememberPlace, useProviders } from '../../components/pricing/use-names.ts';
import type { Input } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { type Found, ValuePicker } from './value-picker.tsx';

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
  const groups = new Set([...usePartners().values()].flatMap(partner => partner.groups));
  return (
    <ValuePicker
      {...props}
      label="Partner groups"
      placeholder="gold"
      nameOf={group => group}
      find={typed =>
        [...groups].filter(group => startsWith(group, typed)).map(group => ({ value: group, name: group }))
      }
    />
  );
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
  const found: readonly Found[] =
    query === '' || list.state !== 'ready'
      ? []
      : list.data.hotels.map(({ hotelId, name, city, countryCode }) => ({
          value: hotelId,
          name,
          hint: [city, countryCode].filter(Boolean).join(', '),
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
