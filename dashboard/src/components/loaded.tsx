import type { ReactNode, SyntheticEvent } from 'react';
import type { CallState, PagedList } from '../lib/calls/use-call.ts';
import { Notice, Skeleton } from './feedback.tsx';

interface LoadedListProps<Item> {
  list: PagedList<Item>;
  empty: ReactNode;
  /** Number of placeholder rows while loading. */
  rows?: number;
  children: (items: readonly Item[]) => ReactNode;
}

/** Shows the state of a paged list: loading, failed, empty, or rows with a "Load more" button. */
export function LoadedList<Item>({ list, empty, rows = 6, children }: LoadedListProps<Item>) {
  if (list.state === 'waiting') return <Skeleton rows={rows} />;
  if (list.state === 'failed' && list.failure) return <Notice failure={list.failure} onRetry={list.reload} />;
  if (list.items.length === 0) return empty;
  return (
    <div className="list" aria-busy={list.refreshing || undefined}>
      {children(list.items)}
      {list.failure && <Notice failure={list.failure} {...(list.more && { onRetry: list.more })} />}
      {list.more && !list.failure && (
        <button type="button" className="more" onClick={list.more} disabled={list.loadingMore}>
          {list.loadingMore ? 'Loading…' : 'Load more'}
        </button>
      )}
    </div>
  );
}

interface LoadedProps<Data> {
  /** Data of the previous input is dimmed until that of the new input is loaded. */
  from: CallState<Data> & { reload: () => void; isPrevious?: boolean };
  /** Number of placeholder rows while loading. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** Filters and tabs choose what is loaded next, so they work at any time. */
const CHOOSERS = 'search, .filter, [role=tab]';

/**
 * Data of the previous input can be read, but its links and buttons do nothing, because they would act on the wrong
 * record. The `inert` attribute is not used, because a filter inside would lose the focus.
 */
function ignoreAction(event: SyntheticEvent): void {
  if ((event.target as Element).closest(CHOOSERS)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Shows the state of a read: loading, failed, or its data. */
export function Loaded<Data>({ from, rows = 4, children }: LoadedProps<Data>) {
  if (from.state === 'waiting') return <Skeleton rows={rows} />;
  if (from.state === 'failed') return <Notice failure={from.failure} onRetry={from.reload} />;
  return (
    <div
      className="loaded"
      aria-busy={from.isPrevious || undefined}
      {...(from.isPrevious && { onClickCapture: ignoreAction, onSubmitCapture: ignoreAction })}
    >
      {children(from.data)}
    </div>
  );
}
