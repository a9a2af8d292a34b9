/** The keys of an environment, page by page. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { useState } from 'react';
import { type CallFailure, call, type Input, type Output, toFailure } from '../../lib/operator-client.ts';
import { useCall } from '../../lib/use-call.ts';

type Listed = Output<'keys/list'>;

const PAGE_SIZE = 50;

export function useKeyList(environment: Environment, activeOnly: boolean) {
  const filter: Input<'keys/list'> = { environment, ...(activeOnly && { status: 'ACTIVE' }) };
  const first = useCall('keys/list', { ...filter, page: { limit: PAGE_SIZE } });
  const [later, setLater] = useState<{ of: Listed; pages: Listed[] }>();
  const [failure, setFailure] = useState<CallFailure>();
  if (first.state !== 'ready') return first;

  // Later pages of a list that was asked for again since are no longer its pages.
  const pages = [first.data, ...(later?.of === first.data ? later.pages : [])];
  const cursor = pages.at(-1)?.page.nextCursor ?? undefined;
  const showMore = async () => {
    setFailure(undefined);
    try {
      const next = await call('keys/list', { ...filter, page: { limit: PAGE_SIZE, cursor } });
      setLater({ of: first.data, pages: [...pages.slice(1), next] });
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
  };
  return {
    ...first,
    keys: pages.flatMap(page => page.keys),
    moreFailure: failure,
    showMore: cursor === undefined ? undefined : () => void showMore(),
  };
}
