import type { Tone } from '../../components/feedback.tsx';
import { formatMs } from '../../lib/format/format.ts';
import type { LoggedRequest } from './request-filters.ts';

export function TimeBar({ request }: { request: LoggedRequest }) {
  const parts = timeParts(request);
  return (
    <div className="time-split">
      <div className="time-bar" aria-hidden="true">
        {parts.map(({ key, ms, tone }) => (
          <span
            key={key}
            data-tone={tone}
            style={{ flexGrow: Math.max(ms / (request.totalMs || 1), 1 / 200) * 1_000 }}
          />
        ))}
      </div>
      <dl>
        {parts.map(({ key, label, hint, ms, tone }) => (
          <div key={key} className="time-part" data-tone={tone}>
            <dt>{label}</dt>
            <dd>{formatMs(ms)}</dd>
            <dd className="time-hint">{hint}</dd>
          </div>
        ))}
        <div className="time-part">
          <dt>Total</dt>
          <dd>{formatMs(request.totalMs)}</dd>
        </div>
      </dl>
    </div>
  );
}

interface TimePart {
  key: string;
  label: string;
  /** What it measures. */
  hint: string;
  ms: number;
  tone: Tone | 'accent';
}

const GATEWAY = {
  key: 'gateway',
  label: 'API gateway',
  hint: 'Checks the key and its limits, and forwards the request.',
  tone: 'info',
} as const;
const BACKEND = {
  key: 'backend',
  label: 'Processing',
  hint: 'Runs the operation in the backend.',
  tone: 'accent',
} as const;
const PROVIDER = {
  key: 'provider',
  label: 'Provider calls',
  hint: 'Waits for the responses of the providers.',
  tone: 'warn',
} as const;

interface Times {
  totalMs: number;
  backendMs: number | null;
  providerMs: number | null;
}

/**
 * Provider time is part of backend time, which is part of the total. The clocks of two processes may differ
 * slightly. The parts are rounded as they are shown, and the gateway is the remainder, so that they add up to the total.
 */
export function timeParts({ totalMs, backendMs, providerMs }: Times): TimePart[] {
  const perMs = totalMs < 10 ? 10 : 1;
  const rounded = (ms: number) => Math.round(ms * perMs) / perMs;
  const total = rounded(totalMs);
  const backend = Math.min(rounded(backendMs ?? 0), total);
  const provider = Math.min(rounded(providerMs ?? 0), backend);
  const parts: TimePart[] = [{ ...GATEWAY, ms: rounded(total - backend) }];
  if (backendMs !== null) parts.push({ ...BACKEND, ms: rounded(backend - provider) });
  if (providerMs !== null) parts.push({ ...PROVIDER, ms: provider });
  return parts;
}
