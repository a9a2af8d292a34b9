import type { ReactNode } from 'react';
import type { PagedList } from '../lib/calls/use-pages.ts';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

interface ListProps<Item> {
  list: PagedList<Item>;
  empty: ReactNode;
  /** How many rows to keep room for while loading. */
  rows?: number;
  children: (items: readonly Item[]) => ReactNode;
}

/** The four faces of a list: loading, failed, empty, and its rows with the way to more. */
export function List<Item>({ list, empty, rows = 6, children }: ListProps<Item>) {
  if (list.state === 'waiting') return <Skeleton rows={rows} />;
  if (list.state === 'failed' && list.failure) return <Notice failure={list.failure} onRetry={list.reload} />;
  if (list.items.length === 0) return empty;
  return (
    <div className="list" aria-busy={list.refreshing || undefined}>
      {children(list.items)}
      {list.failure && <Notice failure={list.failure} {...(list.more && { onRetry: list.more })} />}
      {list.more && !list.failure && (
        <button type="button" className="more" onClick={list.more} disabled={list.loadingMore}>
          {list.loadingMore ? 'Loading …' : 'Load more'}
        </button>
      )}
    </div>
  );
}
