import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { LinkTo, type Target } from './link-to.tsx';

interface StatProps {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  tone?: Tone;
  link?: Target;
}

export function Stats({ children }: { children: ReactNode }) {
  return <dl className="stats">{children}</dl>;
}

/** One figure that people look for. */
export function Stat({ label, value, hint, tone = 'plain', link }: StatProps) {
  return (
    <div className="stat" data-tone={tone}>
      <dt>{link ? <LinkTo {...link}>{label}</LinkTo> : label}</dt>
      <dd>
        <span className="stat-value">{value}</span>
        {hint && <small>{hint}</small>}
      </dd>
    </div>
  );
}
