import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { CodeBlock, Copyable, JsonView } from '../../components/code.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Marked } from '../../components/prose.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { useSession } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { GROUPS, matchingScenarios, type Scenario, StatusBadge, statusOf } from './scenario.tsx';
import { sdkProgram } from './sdk-program.ts';

export function ScenariosTab() {
  const shown = useCall('sandbox/scenarios', {});
  const [{ find, group, scenario }, setFilters] = useFilters(['find', 'group', 'scenario']);
  const clear = () => setFilters({ find: undefined, group: undefined });
  return (
    <>
      <FilterBar onClear={find !== undefined || group !== undefined ? clear : undefined}>
        <FilterText
          label="Search"
          value={find}
          placeholder="timeout, 409, sold out"
          onChange={value => setFilters({ find: value })}
        />
        <FilterSelect
          label="Group"
          value={group}
          all="All groups"
          options={GROUPS.map(([value, label]) => [value, label] as const)}
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
                  title="No matching scenarios"
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
      <Card key={group} className="scenarios" title={`${title} (${own.length})`} hint={hint}>
        <DataTable
          label={`Scenarios: ${title}`}
          rows={own}
          rowKey={({ name }) => name}
          columns={[
            { key: 'name', heading: 'Scenario', cell: ({ name }) => <code>{name}</code> },
            {
              key: 'what',
              heading: 'Description',
              phone: 'plain',
              wide: true,
              cell: ({ description }) => (
                <span>
                  <Marked text={description} />
                </span>
              ),
            },
            {
              key: 'status',
              heading: 'Response',
              phone: 'status',
              cell: row => <StatusBadge status={statusOf(row)} />,
            },
            {
              key: 'request',
              heading: 'Request',
              headless: true,
              align: 'right',
              cell: ({ name }) => (
                <button
                  type="button"
                  className="small"
                  aria-label={`Example request for ${name}`}
                  onClick={() => onOpen(name)}
                >
                  Example request
                </button>
              ),
            },
          ]}
        />
      </Card>
    );
  });
}

interface ScenarioDrawerProps {
  scenario: Scenario;
  onClose: () => void;
}

function ScenarioDrawer({ scenario, onClose }: ScenarioDrawerProps) {
  const { name, description, hotelId, steps, curl } = scenario;
  const { interfaceUrl } = useSession();
  const [tab, setTab] = useState('curl');
  const last = steps.at(-1);
  return (
    <Drawer open title={<code>{name}</code>} onClose={onClose}>
      <section className="stack">
        <div className="expected">
          <h3>Expected result</h3>
          <p>
            <Marked text={description} />
          </p>
          {last && (
            <p>
              <code>{last.operation}</code> returns <StatusBadge status={last.status} />
            </p>
          )}
        </div>
        <div className="expected">
          <h3>How to run it</h3>
          <ol className="steps">
            {steps.map(step => (
              <li key={step.operation}>
                <code>{step.path}</code>
              </li>
            ))}
          </ol>
          <p className="hint">
            {setsScenario(scenario) ? (
              <>
                The request sets the scenario in <code>settings.scenario</code>.
              </>
            ) : (
              <>
                This hotel always triggers the scenario. For other sandbox hotels, set{' '}
                <code>settings.scenario</code>.
              </>
            )}
          </p>
          <Copyable text={hotelId} label="Copy hotel ID" />
        </div>
        <Tabs
          label="Example request"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'curl', label: 'cURL', panel: <CodeBlock code={curl} label="as cURL" /> },
            {
              id: 'json',
              label: 'JSON',
              panel: steps.map(step => (
                <div key={step.operation} className="expected">
                  <h3>
                    <code>{step.path}</code>
                  </h3>
                  <JsonView value={step.body} label={`${step.operation} as JSON`} />
                </div>
              )),
            },
            {
              id: 'sdk',
              label: 'SDK',
              panel: <CodeBlock code={sdkProgram(steps, interfaceUrl)} label="program" />,
            },
          ]}
        />
        <p className="hint">
          {steps.length > 1 &&
            'Values that start with $ come from the previous response. $reference is your own client reference, new for each booking. '}
          Set <code>SERAI_API_KEY</code> to a sandbox key. You can create one under{' '}
          <LinkTo to="/settings/api-keys/new">API keys</LinkTo>. Your requests appear in the{' '}
          <LinkTo to="/requests">request log</LinkTo>.
        </p>
      </section>
    </Drawer>
  );
}

function setsScenario({ steps }: Scenario): boolean {
  return steps.some(({ body }) => 'settings' in body);
}
