import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Tone } from './feedback.tsx';
import { LinkTo, type Target } from './link-to.tsx';

interface CardProps {
  title?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  className?: string;
  /**
   * On a phone, only the title is shown until the user opens the card. For charts below the figures they explain,
   * and for facts that are rarely needed.
   * `always` also folds it on wide screens, where the hint stays visible and should sum up the content.
   */
  folds?: boolean | 'always';
  /** One line that sums up the content of a card that folds. Phones show it instead of the hint while it is closed. */
  summary?: ReactNode;
  children: ReactNode;
}

export function Card({ title, hint, actions, className = '', folds = false, summary, children }: CardProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={`panel ${className}`} {...(title !== undefined && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <div className="panel-head">
          <div>
            <h2 id={id}>{title}</h2>
            {hint && <p className="hint">{hint}</p>}
            {summary && <p className="panel-summary">{summary}</p>}
          </div>
          {actions && <div className="row">{actions}</div>}
          {folds && (
            <button
              type="button"
              className="quiet icon panel-toggle"
              data-always={folds === 'always' || undefined}
              aria-expanded={isOpen}
              aria-labelledby={id}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronDown size={18} aria-hidden />
            </button>
          )}
        </div>
      )}
      {folds ? <div className="panel-fold">{children}</div> : children}
    </section>
  );
}

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

/** Characters that fit into two lines of half a phone. Longer texts have the whole width. */
const MAX_SHORT = 36;

export function Facts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts-list">
      {items.map(([name, value]) => (
        <div key={name} data-long={(typeof value === 'string' && value.length > MAX_SHORT) || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
