/** The parts of what is shown about one call: a request of a client, or a call to a provider. */
import type { ReactNode } from 'react';
import { formatMs } from '../lib/format/format.ts';
import { BannerIcon } from './feedback.tsx';
import '../styles/call-detail.css';

/** With the time zone, because logs of several systems are compared. For example `15 Jan 2027, 18:00:05 CET`. */
const AT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

interface CallOutcomeProps {
  /** The status, as a badge. */
  status: ReactNode;
  /** Null if it is not known. */
  durationMs: number | null;
  at: string;
}

export function CallOutcome({ status, durationMs, at }: CallOutcomeProps) {
  return (
    <p className="request-outcome">
      {status}
      {durationMs !== null && <span>{formatMs(durationMs)}</span>}
      <time dateTime={at} title={at}>
        {AT.format(new Date(at))}
      </time>
    </p>
  );
}

interface CallErrorProps {
  /** Yellow if the caller can fix it, red otherwise. */
  tone: 'warn' | 'bad';
  title: ReactNode;
  children: ReactNode;
}

/** What went wrong and what to do about it. */
export function CallError({ tone, title, children }: CallErrorProps) {
  return (
    <section className="banner request-error" data-tone={tone} aria-label="Error">
      <BannerIcon tone={tone} />
      <div className="banner-text">
        <h3>{title}</h3>
        {children}
      </div>
    </section>
  );
}

export function CallSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="detail-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export type Header = readonly [name: string, value: string];

export function CallHeaders({ label, headers }: { label: string; headers: readonly Header[] }) {
  if (headers.length === 0) return null;
  return (
    <dl className="headers" aria-label={label}>
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
