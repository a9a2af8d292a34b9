/** Instants as people read them, in their own zone. */
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const DATE_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

export function formatDate(instant: string): string {
  return DATE.format(new Date(instant));
}

export function formatDateTime(instant: string): string {
  return DATE_TIME.format(new Date(instant));
}

/** `3 hours ago`; the date itself after a month. */
export function formatAgo(instant: string, nowMs = Date.now()): string {
  const differenceMs = new Date(instant).getTime() - nowMs;
  if (Math.abs(differenceMs) > 30 * 86_400_000) return formatDate(instant);
  for (const [unit, lengthMs] of STEPS) {
    if (Math.abs(differenceMs) >= lengthMs) return RELATIVE.format(Math.trunc(differenceMs / lengthMs), unit);
  }
  return 'just now';
}
