import type { ReactNode } from 'react';
import type { CallState } from '../lib/calls/use-call.ts';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

interface ShownProps<Data> {
  of: CallState<Data> & { reload: () => void };
  /** How many rows to keep room for while loading. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** What one read answered, or why there is nothing. */
export function Shown<Data>({ of, rows = 4, children }: ShownProps<Data>) {
  if (of.state === 'waiting') return <Skeleton rows={rows} />;
  if (of.state === 'failed') return <Notice failure={of.failure} onRetry={of.reload} />;
  return children(of.data);
}
