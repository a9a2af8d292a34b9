import { formatAgo, formatDateTime } from '../lib/format/format.ts';

interface TimestampProps {
  at: string;
  /** Shows date and time instead of `3 hours ago`. */
  exact?: boolean;
}

export function Timestamp({ at, exact = false }: TimestampProps) {
  return (
    <time dateTime={at} title={`${formatDateTime(at)} (${at})`}>
      {exact ? formatDateTime(at) : formatAgo(at)}
    </time>
  );
}
