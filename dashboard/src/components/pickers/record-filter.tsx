import type { SearchKind } from '@serai/contract/account/search.ts';
import { useEffect, useState } from 'react';
import { useCall } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Combobox } from './combobox.tsx';
import { foundDetail } from './found-detail.ts';

interface RecordFilterProps {
  kind: SearchKind;
  label: string;
  placeholder: string;
  value: string | undefined;
  partnerId?: string | undefined;
  onChange: (id: string | undefined) => void;
}

const TYPING_MS = 150;
const COMPLETE_ID = /^bkg_([0-9A-Z]{20})$/i;

/** Selects a record by name. The server searches, so the number of records does not matter. */
export function RecordFilter({ kind, label, placeholder, value, partnerId, onChange }: RecordFilterProps) {
  const environment = useEnvironment();
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const input = {
    kinds: [kind],
    environment,
    onlyEnvironment: true,
    ...(partnerId !== undefined && { partnerId: partnerId as never }),
  };
  const found = useCall('search/find', { ...input, query: query || '-' }, { when: query !== '' });
  // A link contains only the id, so its name is looked up.
  const chosen = useCall('search/find', { ...input, query: value ?? '-' }, { when: value !== undefined });
  const results = [
    ...(query !== '' && found.state === 'ready' ? found.data.results : []),
    ...(value !== undefined && chosen.state === 'ready' ? chosen.data.results : []).filter(
      ({ id }) => id === value,
    ),
  ];
  const options = new Map(
    results.map(found => [found.id, { value: found.id, name: found.title, hint: foundDetail(found) }]),
  );
  // Older records are not in the search, but the lists can still be filtered by their ids.
  const [, rest = ''] = COMPLETE_ID.exec(query) ?? [];
  const id = `bkg_${rest.toUpperCase()}`;
  if (kind === 'booking' && rest !== '' && !options.has(id))
    options.set(id, { value: id, name: id, hint: 'This ID' });
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      value={value}
      options={[...options.values()]}
      onSearch={setTyped}
      onChange={onChange}
    />
  );
}
