import type { ReactNode } from 'react';

interface EmptyProps {
  title: string;
  /** A button or link: what to do next. */
  action?: ReactNode;
  children?: ReactNode;
}

export function Empty({ title, action, children }: EmptyProps) {
  return (
    <div className="empty-state">
      <h2>{title}</h2>
      {children && <div className="faint">{children}</div>}
      {action}
    </div>
  );
}
