/** Where the time of a request went. Pure. */
import type { Tone } from '../../components/feedback.tsx';

export interface TimePart {
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

/** The provider's time is part of the backend's, the backend's of the whole. Clocks of two processes may differ a little. */
export function timeParts({ totalMs, backendMs, providerMs }: Times): TimePart[] {
  const backend = Math.min(backendMs ?? 0, totalMs);
  const provider = Math.min(providerMs ?? 0, backend);
  const parts: TimePart[] = [{ key: 'gateway', label: 'Gateway', ms: totalMs - backend, tone: 'info' }];
  if (backendMs !== null) {
    parts.push({ key: 'backend', label: 'Backend', ms: backend - provider, tone: 'accent' });
  }
  if (providerMs !== null) parts.push({ key: 'provider', label: 'Provider', ms: provider, tone: 'warn' });
  return parts;
}
