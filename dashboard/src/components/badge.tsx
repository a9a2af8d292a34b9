import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'plain';

/** A state in words; the colour only helps. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
