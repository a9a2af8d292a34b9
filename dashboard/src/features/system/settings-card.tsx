import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Marked } from '../../components/prose.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';

type Setting = Output<'system/settings'>['settings'][number];

/** The environment variables of this node. Those that differ from their default are shown first. */
export function SettingsCard() {
  const shown = useCall('system/settings', {});
  const [find, setFind] = useState<string>();
  const [which, setWhich] = useState<string>();
  const matches = ({ name, description, changed }: Setting) =>
    (which !== 'changed' || changed) &&
    (find === undefined || `${name} ${description}`.toLowerCase().includes(find.toLowerCase()));
  return (
    <Card title="Settings" hint="Environment variables of this node. Changes take effect when it restarts.">
      <FilterBar>
        <FilterText label="Search" value={find} placeholder="SERAI_PORT" onChange={setFind} />
        <FilterSelect
          label="Show"
          all="All settings"
          value={which}
          options={[['changed', 'Changed settings']]}
          onChange={setWhich}
        />
      </FilterBar>
      <Loaded from={shown} rows={8}>
        {({ settings }) => (
          <DataTable
            label="Settings"
            rows={settings.filter(matches).toSorted((a, b) => Number(b.changed) - Number(a.changed))}
            rowKey={({ name }) => name}
            columns={COLUMNS}
          />
        )}
      </Loaded>
    </Card>
  );
}

const COLUMNS: readonly Column<Setting>[] = [
  { key: 'name', heading: 'Setting', cell: ({ name }) => <code>{name}</code> },
  {
    key: 'value',
    heading: 'Value',
    cell: ({ value, secret, set, changed }) => (
      <span className="lines">
        {secret ? (
          <span className="faint">{set ? 'Set (secret)' : 'Not set'}</span>
        ) : value === null ? (
          <span className="faint">Not set</span>
        ) : (
          <code>{value}</code>
        )}
        {changed && <Badge tone="info">Changed</Badge>}
      </span>
    ),
  },
  {
    key: 'about',
    heading: 'Description',
    wide: true,
    cell: ({ description }) => (
      <small>
        <Marked text={description} />
      </small>
    ),
  },
];
