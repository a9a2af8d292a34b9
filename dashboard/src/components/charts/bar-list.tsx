import { formatNumber } from '../../lib/format/format.ts';
import type { Tone } from '../badge.tsx';
import { LinkTo, type Target } from '../link-to.tsx';

export interface BarItem {
  key: string;
  label: string;
  value: number;
  tone?: Tone;
  link?: Target;
}

interface BarListProps {
  label: string;
  items: readonly BarItem[];
  format?: (value: number) => string;
}

/** Counts side by side, the longest bar being the most. */
export function BarList({ label, items, format = formatNumber }: BarListProps) {
  const max = Math.max(1, ...items.map(item => item.value));
  return (
    <ul className="bar-list" aria-label={label}>
      {items.map(({ key, label: words, value, tone = 'info', link }) => (
        <li key={key} data-tone={tone}>
          <span className="bar-words">{link ? <LinkTo {...link}>{words}</LinkTo> : words}</span>
          <span className="bar-value">{format(value)}</span>
          <span className="bar-room" aria-hidden="true">
            <span style={{ width: `${(value / max) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
