import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Card } from '../../components/card.tsx';
import { useGo } from '../../components/link-to.tsx';
import { ListSteps } from '../../components/list-steps.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useCall, usePages, withoutPrevious } from '../../lib/calls/use-call.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { RequestDetail, RequestLine } from './request-detail.tsx';
import { FILTER_NAMES, requestsInput } from './request-filters.ts';
import '../../styles/requests.css';

/** A request with the filters of the list from which it was opened, so that its neighbours are those of that list. */
export function RequestPage() {
  const { rowId = '' } = useParams({ strict: false }) as { rowId?: string };
  const environment = useEnvironment();
  const [filters] = useFilters(FILTER_NAMES);
  const go = useGo();
  const shown = withoutPrevious(useCall('requests/show', { rowId }));
  const queryKey = JSON.stringify([environment, filters]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start of the period is fixed when the filters change
  const input = useMemo(() => requestsInput(filters, environment), [queryKey]);
  const list = usePages('requests/list', input, ({ requests }) => requests, { limit: 100, still: true });
  const pageOf = (row: string) => ({ to: '/requests/$rowId', params: { rowId: row }, search: filters });
  const path = shown.state === 'ready' ? shown.data.request.path : undefined;
  return (
    <>
      <PageHead
        title={path === undefined ? 'Request' : `POST ${path}`}
        heading={path !== undefined && <RequestLine path={path} />}
        back={{ to: '/requests', search: filters, label: 'Request log' }}
        actions={
          <ListSteps
            rowIds={list.items.map(item => item.rowId)}
            rowId={rowId}
            more={list.more}
            onGo={row => void go(pageOf(row))}
          />
        }
      />
      <Card className="request-card">
        <Loaded from={shown} rows={10}>
          {data => <RequestDetail shown={data} linkTo={pageOf} />}
        </Loaded>
      </Card>
    </>
  );
}
