import { type ReactNode, useId } from 'react';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import type { Tone } from '../feedback.tsx';
import { LinkTo, type Target } from '../link-to.tsx';

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  hint?: ReactNode;
}

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

interface BarItem {
  key: string;
  label: string;
  value: number;
  /** Shown instead of the value, for example an amount that must not be rounded. */
  text?: string;
  note?: string;
  tone?: Tone;
  link?: Target;
}

interface BarListProps {
  label: string;
  items: readonly BarItem[];
  format?: (value: number) => string;
}

/** A bar for each item, relative to the largest value. */
export function BarList({ label, items, format = formatNumber }: BarListProps) {
  const max = Math.max(1, ...items.map(item => item.value));
  return (
    <ul className="bar-list" aria-label={label}>
      {items.map(({ key, label: name, value, text, note, tone = 'info', link }) => (
        <li key={key} data-tone={tone}>
          <span className="bar-words">{link ? <LinkTo {...link}>{name}</LinkTo> : name}</span>
          <span className="bar-value">{text ?? format(value)}</span>
          <span className="bar-room" aria-hidden="true">
            <span style={{ width: `${(value / max) * 100}%` }} />
          </span>
          {note && <small>{note}</small>}
        </li>
      ))}
    </ul>
  );
}

/** A small bar chart that fits into a line of text. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const max = Math.max(1, ...values);
  const width = 4 * values.length;
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${width} 20`}
      width={width}
      height={20}
      role="img"
      aria-label={label}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / max) * 20);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their position
            key={index}
            data-none={value === 0 || undefined}
            x={index * 4}
            y={20 - height}
            width={3}
            height={height}
          />
        );
      })}
    </svg>
  );
}
