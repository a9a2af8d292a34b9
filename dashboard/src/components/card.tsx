import { type ReactNode, useId } from 'react';

interface CardProps {
  title?: ReactNode;
  /** Words under the title. */
  hint?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Card({ title, hint, actions, className = '', children }: CardProps) {
  const id = useId();
  return (
    <section className={`panel ${className}`} {...(title !== undefined && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <div className="panel-head">
          <div>
            <h2 id={id}>{title}</h2>
            {hint && <p className="hint">{hint}</p>}
          </div>
          {actions && <div className="row">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
