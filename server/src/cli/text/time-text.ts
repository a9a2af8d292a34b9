/** Moments and spans in words, and back. */
import { usageFailure } from '../frame/failure.ts';

const UNITS = [
  { letter: 'd', word: 'day', seconds: 86_400 },
  { letter: 'h', word: 'h', seconds: 3_600 },
  { letter: 'm', word: 'min', seconds: 60 },
  { letter: 's', word: 's', seconds: 1 },
] as const;

/** `2026-07-02 10:15 UTC (3 min ago)`. */
export function momentText(instant: string, nowMs: number): string {
  const utc = `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${utc} (${relativeText(Date.parse(instant) - nowMs)})`;
}

function relativeText(deltaMs: number): string {
  const seconds = Math.round(Math.abs(deltaMs) / 1000);
  if (seconds === 0) return 'now';
  const span = spanText(seconds);
  return deltaMs > 0 ? `in ${span}` : `${span} ago`;
}

/** The largest unit that fits, rounded down. */
export function spanText(seconds: number): string {
  const unit = UNITS.find(candidate => seconds >= candidate.seconds) ?? UNITS[3];
  const count = Math.floor(seconds / unit.seconds);
  return `${count} ${unit.word}${unit.word === 'day' && count !== 1 ? 's' : ''}`;
}

/** `90s`, `15m`, `24h`, `7d`, or a number of seconds. */
export function parseSpanSeconds(text: string, option: string): number {
  const match = /^(\d{1,9})([smhd]?)$/.exec(text);
  const unit = UNITS.find(({ letter }) => letter === (match?.[2] || 's'));
  if (match === null || unit === undefined) {
    throw usageFailure(`${option} takes a span such as 90s, 15m, 24h or 7d; "${text}" is none.`);
  }
  return Number(match[1]) * unit.seconds;
}

/** An instant, a date (its beginning, in UTC), or a span from now in the direction given. */
export function parseMoment(
  text: string,
  option: string,
  nowMs: number,
  direction: 'ahead' | 'back',
): string {
  if (/^\d+[smhd]$/.test(text)) {
    const spanMs = parseSpanSeconds(text, option) * 1000;
    return new Date(nowMs + (direction === 'ahead' ? spanMs : -spanMs)).toISOString();
  }
  const written = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const moment = new Date(text);
  if (!written || Number.isNaN(moment.getTime())) {
    throw usageFailure(
      `${option} takes a moment such as 2027-06-30T12:00:00Z, a date or a span such as 30d; "${text}" is none.`,
    );
  }
  return moment.toISOString();
}
