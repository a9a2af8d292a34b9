import type { Output } from '../../lib/calls/operator-client.ts';
import { Meter } from '../charts/small-charts.tsx';

const LABELS = { minute: 'Last minute', hour: 'Last hour', day: 'Last 24 hours' };

export function WindowMeters({ windows }: { windows: KeyWindows }) {
  return (
    <div className="window-meters">
      {listWindows(windows).map(({ window, used, limit, retryAfterSeconds }) => (
        <Meter
          key={window}
          label={LABELS[window]}
          used={used}
          limit={limit}
          hint={retryAfterSeconds > 0 && `Available again in ${formatSpan(retryAfterSeconds)}.`}
        />
      ))}
      <p>{describeForecast(windows)}</p>
    </div>
  );
}

export type KeyWindows = Output<'usage/summary'>['windows'][number];

type Windows = Omit<KeyWindows, 'keyId' | 'name'>;

const WINDOWS = [
  ['perMinute', 'minute'],
  ['perHour', 'hour'],
  ['perDay', 'day'],
] as const;

interface WindowUse {
  window: 'minute' | 'hour' | 'day';
  used: number;
  limit: number;
  retryAfterSeconds: number;
}

function listWindows(key: Windows): WindowUse[] {
  return WINDOWS.map(([field, window]) => ({ window, ...key[field] }));
}

/** Returns the window with the highest used share of its limit. */
export function fullestWindow(key: Windows): WindowUse {
  return listWindows(key).reduce((a, b) => (b.used / b.limit > a.used / a.limit ? b : a));
}

/** A rounded duration, for example `3 minutes`. */
export function formatSpan(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} minutes`;
  return `${Math.round(seconds / 3600)} hours`;
}

function formatRate(used: number): string {
  return used === 1 ? '1 request per minute' : `${used} requests per minute`;
}

export function describeForecast({ bitesFirst, perMinute }: Windows): string {
  if (bitesFirst === null) {
    return perMinute.used === 0
      ? 'No requests in the last minute.'
      : `At ${formatRate(perMinute.used)}, no limit will be reached.`;
  }
  const { window, inSeconds } = bitesFirst;
  if (inSeconds === 0)
    return `The limit per ${window} has been reached. Further requests return 429 Too Many Requests.`;
  return `At ${formatRate(perMinute.used)}, the limit per ${window} will be reached first, in about ${formatSpan(inSeconds)}.`;
}
