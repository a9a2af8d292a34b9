import { formatAgo, formatDateTime, formatDateTimeSeconds } from '../lib/format/format.ts';

interface TimestampProps {
  at: string;
  /** Shows date and time instead of `3 hours ago`. */
  exact?: boolean;
  /** With `exact`. For lists in which the order of entries within a minute matters. */
  withSeconds?: boolean;
}

export function Timestamp({ at, exact = false, withSeconds = false }: TimestampProps) {
  const format = withSeconds ? formatDateTimeSeconds : formatDateTime;
  return (
    <time dateTime={at} title={`${formatDateTime(at)} (${at})`}>
      {exact ? format(at) : formatAgo(at)}
    </time>
  );
}
