import { Card } from '../../components/card.tsx';
import { Copyable } from '../../components/code.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterText } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { useSession } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { inGroups } from './operation-order.ts';
import '../../styles/reference.css';

export function ReferencePage() {
  const { interfaceUrl } = useSession();
  const [{ search = '' }, setFilters] = useFilters(['search']);
  const shown = useCall('reference/list', {});
  const wanted = search.toLowerCase();
  return (
    <>
      <PageHead
        title="API reference"
        lead="Every API operation with its fields, errors and examples. You can try each one in the sandbox."
        actions={
          <a className="button" href={`${interfaceUrl}/openapi.json`} rel="noreferrer">
            OpenAPI document
          </a>
        }
      />
      <Card title="Base URL" hint="Send POST requests with the header “Authorization: ApiKey <your key>”.">
        <Copyable text={interfaceUrl} label="Copy URL" />
      </Card>
      <FilterBar>
        <FilterText
          label="Search"
          value={search}
          placeholder="Name, path or scope"
          onChange={value => setFilters({ search: value })}
        />
      </FilterBar>
      <Loaded from={shown} rows={8}>
        {({ operations }) => {
          const found = operations.filter(({ name, path, summary, scope }) =>
            `${name} ${path} ${summary} ${scope}`.toLowerCase().includes(wanted),
          );
          if (found.length === 0) {
            return (
              <Empty
                title="No matching operations"
                action={
                  <button type="button" onClick={() => setFilters({ search: undefined })}>
                    Show all
                  </button>
                }
              />
            );
          }
          return (
            <div className="reference-groups">
              {inGroups(found).map(({ group, operations: own }) => (
                <Card key={group} title={group}>
                  <ul className="operations">
                    {own.map(({ name, summary, path, scope }) => (
                      <li key={name}>
                        <LinkTo to="/reference/$operation" params={{ operation: name }}>
                          {summary}
                        </LinkTo>
                        <small>
                          <code>{path}</code> <span className="faint">{scope}</span>
                        </small>
                      </li>
                    ))}
                  </ul>
                </Card>
              ))}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}
