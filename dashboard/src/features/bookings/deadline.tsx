import { formatDateTime } from '../../lib/format/format.ts';
import { userZone } from '../../lib/format/zoned-day.ts';
import { urgency } from './attention.ts';
import { zonedTexts } from './zoned-time.tsx';

interface DeadlineProps {
  at: string;
  /** IANA name of the time zone of the hotel. Null if it is unknown. */
  zone: string | null;
}

/** The time that is left and the time at the hotel. The time of the user is below, if it differs. */
export function Deadline({ at, zone }: DeadlineProps) {
  const leftMs = Date.parse(at) - Date.now();
  const { hotel, own, differ } = zonedTexts(at, zone, userZone());
  const { full, zone: name } = hotel ?? own;
  return (
    <time className="deadline" dateTime={at} title={at} data-tone={urgency(leftMs)}>
      <span>
        <strong>{timeLeft(leftMs)}</strong>{' '}
        <span className="deadline-at">
          · {full}
          {'\u00a0'}
          {name}
        </span>
      </span>
      {differ && (
        <small>
          {own.short} in your time zone ({own.zone})
        </small>
      )}
    </time>
  );
}

/** Response targets are at most four hours long, so a booking is urgent only in the last half hour. */
const DUE_SOON_MS = 30 * 60_000;

/** By when staff should decide, for example `Due in 25 minutes`, with the time of the user. */
export function DueTime({ at }: { at: string }) {
  const leftMs = Date.parse(at) - Date.now();
  return (
    <time
      className="deadline"
      dateTime={at}
      title={formatDateTime(at)}
      data-tone={urgency(leftMs, DUE_SOON_MS)}
    >
      <strong>{dueText(leftMs)}</strong>
    </time>
  );
}

/** For example `Due in 2 h 25 min` or `Overdue by 3 hours`. */
export function dueText(leftMs: number): string {
  const amount = timeLeft(Math.abs(leftMs)).replace(/^In /, '');
  return leftMs < 0 ? `Overdue by ${amount}` : `Due in ${amount}`;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** For example `In 59 days` or `2 hours overdue`. Rounded down, so that nobody counts on time that is not left. */
export function timeLeft(leftMs: number): string {
  const sizeMs = Math.abs(leftMs);
  const [unit, lengthMs] = UNITS.find(([, length]) => sizeMs >= length) ?? [];
  if (unit === undefined) return leftMs < 0 ? 'Just passed' : 'In less than a minute';
  const count = Math.floor(sizeMs / lengthMs);
  const amount = `${count} ${unit}${count === 1 ? '' : 's'}`;
  const restMinutes = Math.floor((sizeMs % 3_600_000) / 60_000);
  if (leftMs < 0) return `${amount} overdue`;
  // The minutes matter on the last day.
  return unit === 'hour' && restMinutes > 0 ? `In ${count} h ${restMinutes} min` : `In ${amount}`;
}
