import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { useFilters } from '../../lib/url-state.ts';
import { CodeWords } from './code-words.tsx';
import { ScenarioDrawer } from './scenario-drawer.tsx';
import { GROUPS, matchingScenarios, type Scenario, statusOf } from './scenario-filter.ts';
import { StatusBadge } from './status-badge.tsx';

export function ScenariosTab() {
  const shown = useCall('sandbox/scenarios', {});
  const [{ find, group, scenario }, setFilters] = useFilters(['find', 'group', 'scenario']);
  const clear = () => setFilters({ find: undefined, group: undefined });
  return (
    <>
      <FilterBar onClear={find !== undefined || group !== undefined ? clear : undefined}>
        <FilterText
          label="Find a scenario"
          value={find}
          placeholder="timeout, 409, sold out"
          onChange={value => setFilters({ find: value })}
        />
        <FilterSelect
          label="Group"
          value={group}
          all="Every group"
          options={GROUPS.map(([value, words]) => [value, words] as const)}
          onChange={value => setFilters({ group: value })}
        />
      </FilterBar>
      <Loaded from={shown} rows={12}>
        {({ scenarios }) => {
          const found = matchingScenarios(scenarios, { text: find, group });
          const open = scenarios.find(({ name }) => name === scenario);
          return (
            <>
              {found.length === 0 ? (
                <Empty
                  title="No scenario matches"
                  action={
                    <button type="button" onClick={clear}>
                      Show all {scenarios.length}
                    </button>
                  }
                />
              ) : (
                <Groups scenarios={found} onOpen={name => setFilters({ scenario: name })} />
              )}
              {open && <ScenarioDrawer scenario={open} onClose={() => setFilters({ scenario: undefined })} />}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Groups({ scenarios, onOpen }: { scenarios: readonly Scenario[]; onOpen: (name: string) => void }) {
  return GROUPS.map(([group, title, hint]) => {
    const own = scenarios.filter(scenario => scenario.group === group);
    if (own.length === 0) return null;
    return (
      <Card key={group} title={`${title} (${own.length})`} hint={hint}>
        <DataTable
          label={`Scenarios: ${title}`}
          rows={own}
          rowKey={({ name }) => name}
          columns={[
            { key: 'name', heading: 'Scenario', cell: ({ name }) => <code>{name}</code> },
            {
              key: 'what',
              heading: 'What happens',
              wide: true,
              cell: ({ description }) => <CodeWords text={description} />,
            },
            { key: 'status', heading: 'Answer', cell: row => <StatusBadge status={statusOf(row)} /> },
            {
              key: 'request',
              heading: 'Request',
              headless: true,
              align: 'right',
              cell: ({ name }) => (
                <button type="button" aria-label={`Ready request of ${name}`} onClick={() => onOpen(name)}>
                  Ready request
                </button>
              ),
            },
          ]}
        />
      </Card>
    );
  });
}
