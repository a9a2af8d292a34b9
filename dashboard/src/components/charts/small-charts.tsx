import { type ReactNode, useId } from 'react';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import type { Tone } from '../feedback.tsx';
import { LinkTo, type Target } from '../link-to.tsx';
import { heightsOf } from './chart-scale.ts';

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
  tone?: Tone | 'accent';
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

interface SparklineProps {
  values: readonly number[];
  /** The failures among the values, which are drawn at the bottom of each bar. */
  failures?: readonly number[];
  label: string;
  /** The width of a bar and the gap after it, in pixels. */
  step?: number;
}

/** A small bar chart that fits into a line of text. A line is where there are no bars. */
export function Sparkline({ values, failures, label, step = 4 }: SparklineProps) {
  const max = Math.max(1, ...values);
  const width = step * values.length;
  const gap = step > 6 ? 2 : 1;
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
        const failed = failures?.[index] ?? 0;
        // A single failure must be visible too.
        const failedHeight = failed === 0 ? 0 : Math.max(2, (failed / value) * height);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their position
          <g key={index} data-none={value === 0 || undefined}>
            <rect x={index * step} y={20 - height} width={value === 0 ? step : step - gap} height={height} />
            {failed > 0 && (
              <rect
                data-failed
                x={index * step}
                y={20 - failedHeight}
                width={step - gap}
                height={failedHeight}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** In units of the picture, which is stretched to the width of its container. Lines keep their width. */
const TREND = { width: 100, height: 32 };

interface TrendLineProps {
  values: readonly number[];
  /** Names the values, for people who cannot see the line. */
  label: string;
  /** The last value may still change, so the line to it is dashed. */
  isOpen: boolean;
}

/** A line without axes. It starts at zero, so that a small change does not look large. */
export function TrendLine({ values, label, isOpen }: TrendLineProps) {
  const { heights, zero } = heightsOf(values);
  const step = TREND.width / Math.max(1, values.length - 1);
  const yOf = (height: number) => (1 - height) * TREND.height;
  const points = heights.map((height, index) => `${index * step},${yOf(height)}`);
  const final = isOpen ? points.slice(0, -1) : points;
  const bottom = `${(final.length - 1) * step},${yOf(zero)} 0,${yOf(zero)}`;
  return (
    <svg
      className="trend"
      viewBox={`0 0 ${TREND.width} ${TREND.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon className="trend-area" points={`${final.join(' ')} ${bottom}`} />
      <line className="trend-zero" x1={0} x2={TREND.width} y1={yOf(zero)} y2={yOf(zero)} />
      <polyline className="trend-line" points={final.join(' ')} />
      {isOpen && <polyline className="trend-line" data-open points={points.slice(-2).join(' ')} />}
      {/* A line without length is a round dot, whatever the width of the picture. */}
      <polyline className="trend-dot" points={`${points.at(-1)} ${points.at(-1)}`} />
    </svg>
  );
}
