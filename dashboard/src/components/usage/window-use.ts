/** The three windows of a key in words. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

export type KeyWindows = Output<'usage/summary'>['windows'][number];

type Windows = Omit<KeyWindows, 'keyId' | 'name'>;

const WINDOWS = [
  ['perMinute', 'minute'],
  ['perHour', 'hour'],
  ['perDay', 'day'],
] as const;

export interface WindowUse {
  window: 'minute' | 'hour' | 'day';
  used: number;
  limit: number;
  retryAfterSeconds: number;
}

export function windowsOf(key: Windows): WindowUse[] {
  return WINDOWS.map(([member, window]) => ({ window, ...key[member] }));
}

/** The fullest. */
export function tightest(key: Windows): WindowUse {
  return windowsOf(key).reduce((a, b) => (b.used / b.limit > a.used / a.limit ? b : a));
}

/** `in about 3 minutes`, rounded as people speak. */
export function spanWords(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} minutes`;
  return `${Math.round(seconds / 3600)} hours`;
}

export function biteWords({ bitesFirst, perMinute }: Windows): string {
  if (bitesFirst === null) {
    return perMinute.used === 0
      ? 'Idle in the last minute: no window fills.'
      : `At the present rate of ${perMinute.used} a minute no window fills.`;
  }
  const { window, inSeconds } = bitesFirst;
  if (inSeconds === 0) return `The ${window} is used up: further requests are answered 429.`;
  return `At the present rate of ${perMinute.used} a minute the ${window} is used up first, in about ${spanWords(inSeconds)}.`;
}
