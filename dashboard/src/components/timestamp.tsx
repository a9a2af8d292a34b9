import { formatAgo, formatDateTime, formatDateTimeSeconds, formatDue } from '../lib/format/format.ts';

interface TimestampProps {
  at: string;
  /** Shows date and time instead of `3 hours ago`. */
  exact?: boolean;
  /** With `exact`. For lists in which the order of entries within a minute matters. */
  withSeconds?: boolean;
  /** Something that will happen: `due now` instead of `just now`. */
  isDue?: boolean;
}

export function Timestamp({ at, exact = false, withSeconds = false, isDue = false }: TimestampProps) {
  const format = withSeconds ? formatDateTimeSeconds : formatDateTime;
  return (
    <time dateTime={at} title={`${formatDateTime(at)} (${at})`}>
      {exact ? format(at) : isDue ? formatDue(at) : formatAgo(at)}
    </time>
  );
}
