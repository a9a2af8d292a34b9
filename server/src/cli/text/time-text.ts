import { usageFailure } from '../frame/failure.ts';

const UNITS = [
  { letter: 'd', word: 'day', seconds: 86_400 },
  { letter: 'h', word: 'h', seconds: 3_600 },
  { letter: 'm', word: 'min', seconds: 60 },
  { letter: 's', word: 's', seconds: 1 },
] as const;

/** For example `2026-07-02 10:15 UTC (3 min ago)`. */
export function timeText(instant: string, nowMs: number): string {
  const utc = `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${utc} (${relativeText(Date.parse(instant) - nowMs)})`;
}

function relativeText(deltaMs: number): string {
  const seconds = Math.round(Math.abs(deltaMs) / 1000);
  if (seconds === 0) return 'now';
  const duration = durationText(seconds);
  return deltaMs > 0 ? `in ${duration}` : `${duration} ago`;
}

/** Formats a duration in the largest unit that fits, rounded down. */
export function durationText(seconds: number): string {
  const unit = UNITS.find(candidate => seconds >= candidate.seconds) ?? UNITS[3];
  const count = Math.floor(seconds / unit.seconds);
  return `${count} ${unit.word}${unit.word === 'day' && count !== 1 ? 's' : ''}`;
}

/** Parses `90s`, `15m`, `24h`, `7d` or a number of seconds. */
export function parseDurationSeconds(text: string, option: string): number {
  const match = /^(\d{1,9})([smhd]?)$/.exec(text);
  const unit = UNITS.find(({ letter }) => letter === (match?.[2] || 's'));
  if (match === null || unit === undefined) {
    throw usageFailure(`${option} takes a duration such as 90s, 15m, 24h or 7d, not "${text}".`);
  }
  return Number(match[1]) * unit.seconds;
}

/** Parses a timestamp, a date (its start, in UTC), or a duration before or after now. */
export function parseTime(text: string, option: string, nowMs: number, direction: 'ahead' | 'back'): string {
  if (/^\d+[smhd]$/.test(text)) {
    const durationMs = parseDurationSeconds(text, option) * 1000;
    return new Date(nowMs + (direction === 'ahead' ? durationMs : -durationMs)).toISOString();
  }
  const written = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const time = new Date(text);
  if (!written || Number.isNaN(time.getTime())) {
    throw usageFailure(
      `${option} takes a time such as 2027-06-30T12:00:00Z, a date, or a duration such as 30d, not "${text}".`,
    );
  }
  return time.toISOString();
}

const SIZE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a size such as `12.3 MB`, where 1 kB is 1,000 bytes. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < SIZE_UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${SIZE_UNITS[unit]}`;
}
