import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';

interface BannerProps {
  tone?: Tone;
  title: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** Something people should know before they go on. */
export function Banner({ tone = 'info', title, action, children }: BannerProps) {
  return (
    <div className="banner" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <div>
        <strong>{title}</strong>
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
