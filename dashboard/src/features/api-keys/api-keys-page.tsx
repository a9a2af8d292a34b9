import type { Environment } from '@serai/contract/shared/answer.ts';
import { useState } from 'react';
import { Empty } from '../../components/empty.tsx';
import { FilterBar, FilterSelect } from '../../components/filters/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { List } from '../../components/list.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { usePages } from '../../lib/calls/use-pages.ts';
import { useEnvironment } from '../../lib/use-environment.ts';
import { useFilters } from '../../lib/use-filters.ts';
import { KeyTable } from './list/key-table.tsx';
import type { ApiKey } from './parts/api-key.ts';
import { STATUS_CHOICES } from './parts/key-badges.tsx';
import { type KeyChange, KeyDialogs } from './parts/key-dialogs.tsx';
import { useKeyRights } from './parts/use-key-rights.ts';
import '../../styles/api-keys.css';

export function ApiKeysPage() {
  const environment = useEnvironment();
  const { mayChange } = useKeyRights(environment);
  const [{ status }, setFilters] = useFilters(['status']);
  const [chosen, setChosen] = useState<{ key: ApiKey; change: KeyChange | undefined }>();
  const wanted = STATUS_CHOICES.find(([value]) => value === status)?.[0] as ApiKey['status'] | undefined;
  const list = usePages('keys/list', { environment, ...(wanted && { status: wanted }) }, ({ keys }) => keys);
  const sparks = useCall('usage/sparks', { environment }, { everyMs: 60_000 });
  const byKey = new Map(
    sparks.state === 'ready' ? sparks.data.sparks.map(({ keyId, values }) => [keyId, values]) : [],
  );

  return (
    <>
      <PageHead
        title="API keys"
        lead="A key lets a program use the interface. Its secret is shown once, when it is made."
        actions={mayChange && <CreateLink />}
      />
      <FilterBar onClear={status === undefined ? undefined : () => setFilters({ status: undefined })}>
        <FilterSelect
          label="State"
          all="Every state"
          value={wanted}
          options={STATUS_CHOICES}
          onChange={value => setFilters({ status: value })}
        />
      </FilterBar>
      <List list={list} empty={<NoKeys environment={environment} filtered={wanted !== undefined} />}>
        {keys => (
          <KeyTable
            keys={keys}
            sparks={byKey}
            onChoose={mayChange ? (key, change) => setChosen({ key, change }) : undefined}
          />
        )}
      </List>
      {chosen && (
        <KeyDialogs
          apiKey={chosen.key}
          change={chosen.change}
          onClose={() => setChosen({ ...chosen, change: undefined })}
        />
      )}
    </>
  );
}

function CreateLink() {
  return (
    <LinkTo to="/settings/api-keys/new" className="button main">
      Create API key
    </LinkTo>
  );
}

function NoKeys({ environment, filtered }: { environment: Environment; filtered: boolean }) {
  const { mayChange } = useKeyRights(environment);
  if (filtered) return <Empty title="No key is in this state">Choose another state above.</Empty>;
  return (
    <Empty title={`No ${environment} keys yet`} action={mayChange && <CreateLink />}>
      {mayChange
        ? 'Create one to send the first request.'
        : `${environment === 'production' ? 'An admin' : 'A developer, admin'} or owner of the organisation can create one.`}
    </Empty>
  );
}
