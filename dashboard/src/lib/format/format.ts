/** Formats numbers, money, durations and times for display, in the user's time zone. */
const NUMBER = new Intl.NumberFormat('en-GB');
const SHORT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** What is left of a limit, for example `99,998 of 100,000 left`. The limit is omitted if it is not known. */
export function formatLeft(left: number, limit?: number): string {
  const rest = formatNumber(Math.max(0, left));
  return limit === undefined || limit < left ? `${rest} left` : `${rest} of ${formatNumber(limit)} left`;
}

/** For example `600 per minute, 15,000 per hour, 250,000 per day`. */
export function limitTexts(limits: { perMinute: number; perHour: number; perDay: number }): string[] {
  const [minute, hour, day] = [limits.perMinute, limits.perHour, limits.perDay].map(formatNumber);
  return [`${minute} per minute`, `${hour} per hour`, `${day} per day`];
}

/** Formats a number in short form for charts, for example `12.4k`. */
export function formatShort(value: number): string {
  return SHORT.format(value);
}

/**
 * `share` is between 0 and 1. All percentages in the dashboard have the same format: no space and at most one decimal.
 * A share above 0 is never shown as 0%, and a share below 1 is never shown as 100%.
 */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.001) return '<0.1%';
  if (share > 0.999 && share < 1) return '>99.9%';
  return PERCENT.format(share);
}

/** For a percentage that the API returns as a decimal string, such as `8` or `12.5`. Nothing is rounded. */
export function percentText(percent: string): string {
  return `${percent}%`;
}

export function formatMs(ms: number): string {
  if (ms >= 10_000) return `${NUMBER.format(Math.round(ms / 1000))} s`;
  if (ms >= 1_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms >= 10 || ms === 0) return `${Math.round(ms)} ms`;
  return `${ms.toFixed(1)} ms`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

export function formatMoney(money: { amount: string; currency: string }): string {
  return `${formatAmount(money)} ${money.currency}`;
}

/** With its sign, for changes of a balance, for example `+444.00 EUR`. Zero has no sign. */
export function formatSignedMoney(money: { amount: string; currency: string }): string {
  const isZero = !/[1-9]/.test(money.amount);
  const size = formatMoney({ ...money, amount: money.amount.replace('-', '') });
  return isZero ? size : `${money.amount.startsWith('-') ? '−' : '+'}${size}`;
}

/** Groups the digits and keeps the decimals unchanged. Amounts stay strings, so nothing is rounded. */
export function formatAmount({ amount }: { amount: string }): string {
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const UTC_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const DATE_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const DATE_TIME_SECONDS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const TIME_SECONDS = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });
const DATE_TIME_ZONE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** The clocks of browser and server may differ slightly. */
const CLOCK_SKEW_MS = 5_000;
const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

export function formatDate(instant: string): string {
  return DATE.format(new Date(instant));
}

/** For the start of a day in UTC, such as those of `bookings/summary`. */
export function formatUtcDay(instant: string): string {
  return UTC_DATE.format(new Date(instant));
}

export function formatDateTime(instant: string): string {
  return DATE_TIME.format(new Date(instant));
}

/** For deadlines that people in several countries must meet, for example `19 Nov 2026, 05:44 UTC`. */
export function formatDateTimeZone(instant: string): string {
  return DATE_TIME_ZONE.format(new Date(instant));
}

export function formatDateTimeSeconds(instant: string): string {
  return DATE_TIME_SECONDS.format(new Date(instant));
}

/** For lists below the name of their day. */
export function formatTimeSeconds(instant: string): string {
  return TIME_SECONDS.format(new Date(instant));
}

/** For example `Tuesday 17 November 2026`, the heading of the rows of a day. */
export function formatWeekday(instant: string): string {
  return WEEKDAY.format(new Date(instant));
}

/** Formats a time relative to now, for example `3 hours ago`. A time more than 30 days away is formatted as a date. */
export function formatAgo(instant: string, nowMs = Date.now()): string {
  const differenceMs = new Date(instant).getTime() - nowMs;
  if (Math.abs(differenceMs) > 30 * 86_400_000) return formatDate(instant);
  // A deadline is not rounded by up to an hour.
  if (differenceMs >= 3_600_000 && differenceMs < 86_400_000) {
    const minutes = Math.floor(differenceMs / 60_000);
    return `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }
  for (const [unit, lengthMs] of STEPS) {
    if (Math.abs(differenceMs) >= lengthMs) return RELATIVE.format(Math.trunc(differenceMs / lengthMs), unit);
  }
  return differenceMs > CLOCK_SKEW_MS ? 'in less than a minute' : 'just now';
}

/** Formats when something will happen, for example `in 4 minutes`. `due now` if the time has come or passed. */
export function formatDue(instant: string, nowMs = Date.now()): string {
  return new Date(instant).getTime() - nowMs > CLOCK_SKEW_MS ? formatAgo(instant, nowMs) : 'due now';
}

/** Today's date in the user's time zone. */
export function localToday(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
