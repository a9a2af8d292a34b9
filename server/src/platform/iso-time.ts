/** A moment as `2026-11-15T03:30:46.457Z`. Moments of one second share most of their text: formatting it whole takes 0.9 µs, 2 % of a request. */
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
