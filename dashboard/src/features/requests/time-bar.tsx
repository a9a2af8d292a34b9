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
        {parts.map(({ key, label, ms, tone }) => (
          <div key={key} data-tone={tone}>
            <dt>{label}</dt>
            <dd>{formatMs(ms)}</dd>
          </div>
        ))}
        <div>
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
  ms: number;
  tone: Tone | 'accent';
}

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
  const parts: TimePart[] = [
    { key: 'gateway', label: 'Gateway', ms: rounded(total - backend), tone: 'info' },
  ];
  if (backendMs !== null) {
    parts.push({ key: 'backend', label: 'Backend', ms: rounded(backend - provider), tone: 'accent' });
  }
  if (providerMs !== null) parts.push({ key: 'provider', label: 'Provider', ms: provider, tone: 'warn' });
  return parts;
}
