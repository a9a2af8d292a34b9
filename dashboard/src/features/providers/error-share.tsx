import { CircleX, TriangleAlert } from 'lucide-react';
import type { Tone } from '../../components/feedback.tsx';
import { healthLabel } from '../../components/health.tsx';
import { formatPercent } from '../../lib/format/format.ts';
import { type HealthLevel, isFailing } from '../../lib/health.ts';
import { errorRate } from './provider.tsx';

interface ErrorShareProps {
  calls: number;
  errors: number;
  /** The health that the share belongs to, which has the same colour. */
  level: HealthLevel;
}

/** The share of failed calls. An icon and the colour of the health mark it if the health is not OK. */
export function ErrorShare({ calls, errors, level }: ErrorShareProps) {
  const rate = errorRate({ calls, errors });
  if (rate === null) return '–';
  const tone = shareTone({ errors, level });
  if (tone === 'plain') return formatPercent(rate);
  const Icon = level === 'DOWN' ? CircleX : TriangleAlert;
  return (
    <strong className="error-share" data-tone={tone}>
      <Icon size={14} aria-hidden /> {formatPercent(rate)}
      <span className="unseen">, {healthLabel({ level }).toLowerCase()}</span>
    </strong>
  );
}

/** Yellow if the provider is degraded, red if it is down. A provider may also fail for reasons other than its calls. */
export function shareTone({ errors, level }: Pick<ErrorShareProps, 'errors' | 'level'>): Tone {
  if (errors === 0 || !isFailing({ level })) return 'plain';
  return level === 'DOWN' ? 'bad' : 'warn';
}
