import { formatAgo, formatDateTime } from '../../lib/format/format-time.ts';

interface MomentProps {
  at: string;
  /** The whole date instead of `3 hours ago`. */
  exact?: boolean;
}

export function Moment({ at, exact = false }: MomentProps) {
  return (
    <time dateTime={at} title={`${formatDateTime(at)} (${at})`}>
      {exact ? formatDateTime(at) : formatAgo(at)}
    </time>
  );
}
