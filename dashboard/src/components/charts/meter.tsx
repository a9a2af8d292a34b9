import { type ReactNode, useId } from 'react';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  hint?: ReactNode;
}

/** How much of a window is used up. */
export function Meter({ label, used, limit, hint }: MeterProps) {
  const id = useId();
  const share = Math.min(1, used / limit);
  const tone = share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'good';
  return (
    <div className="meter" data-tone={tone}>
      <div className="meter-words">
        <span id={id}>{label}</span>
        <span>
          <strong>{formatNumber(used)}</strong> of {formatNumber(limit)} ({formatPercent(used / limit)})
        </span>
      </div>
      <meter aria-labelledby={id} max={limit} value={Math.min(used, limit)} />
      {hint && <small>{hint}</small>}
    </div>
  );
}
