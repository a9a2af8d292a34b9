import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallFailure } from '../lib/calls/operator-client.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'plain';

/** A status label. The text carries the meaning; the colour only supports it. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

const ICONS: Readonly<Record<Tone, LucideIcon>> = {
  good: CircleCheck,
  bad: CircleX,
  warn: TriangleAlert,
  info: Info,
  plain: Info,
};

/** The icon of a banner, in line with the first line of its text. */
export function BannerIcon({ tone }: { tone: Tone }) {
  const Icon = ICONS[tone];
  return <Icon className="banner-icon" size={18} aria-hidden />;
}

interface BannerProps {
  tone?: Tone;
  title: ReactNode;
  /** One button, or several in a row. */
  action?: ReactNode;
  children?: ReactNode;
}

export function Banner({ tone = 'info', title, action, children }: BannerProps) {
  return (
    <div className="banner" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <BannerIcon tone={tone} />
      <div className="banner-text">
        <strong>{title}</strong>
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}

interface NoticeProps {
  failure: CallFailure;
  onRetry?: () => void;
}

/** Shows an error and announces it to screen readers. */
export function Notice({ failure: { message, details, requestId }, onRetry }: NoticeProps) {
  // Forms show details next to their fields. A failed read has no other place for them.
  const shown = onRetry ? details : [];
  return (
    <Banner
      tone="bad"
      title={message}
      action={
        onRetry && (
          <button type="button" className="small" onClick={onRetry}>
            Try again
          </button>
        )
      }
    >
      {shown.length > 0 && (
        <ul>
          {shown.map(each => (
            <li key={`${each.path} ${each.message}`}>
              <code>{each.path.slice(1)}</code>: {each.message}
            </li>
          ))}
        </ul>
      )}
      {requestId && (
        <p className="faint">
          Request ID <code>{requestId}</code>
        </p>
      )}
    </Banner>
  );
}

interface EmptyProps {
  title: string;
  /** The next step, as a button or link. */
  action?: ReactNode;
  /** For a page on which several sections may be empty at the same time. */
  isSmall?: boolean;
  children?: ReactNode;
}

export function Empty({ title, action, isSmall, children }: EmptyProps) {
  return (
    <div className="empty-state" data-small={isSmall || undefined}>
      <h2>{title}</h2>
      {children && <div className="faint">{children}</div>}
      {action}
    </div>
  );
}

/** The place of a single value while it loads, as high as its line. */
export function SkeletonText() {
  return (
    <span className="skeleton-text">
      <span className="unseen">Loading…</span>
    </span>
  );
}

/** Reserves space while rows load, so that the layout does not shift. */
export function Skeleton({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">{label}…</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are identical
        <span key={index} className="skeleton-row" />
      ))}
    </div>
  );
}
