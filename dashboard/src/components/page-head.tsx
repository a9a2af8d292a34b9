import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ENVIRONMENT_NAMES, useEnvironment } from '../lib/url-state.ts';
import { LinkTo, type Target } from './link-to.tsx';

interface PageHeadProps {
  title: string;
  /** Shown instead of the title, if it is more than text. */
  heading?: ReactNode;
  /** Title of the window, if it needs more words than the heading. */
  windowTitle?: string;
  /** Shown beside the title, for example a status. */
  mark?: ReactNode;
  /** One sentence about the purpose of the page, which a phone leaves out. Other content is always shown. */
  lead?: ReactNode;
  actions?: ReactNode;
  back?: Target & { label: string };
}

/** Also sets the window title. */
export function PageHead({ title, heading, windowTitle = title, mark, lead, actions, back }: PageHeadProps) {
  const environment = useEnvironment();
  useEffect(() => {
    document.title = `${windowTitle} · ${ENVIRONMENT_NAMES[environment]} · Serai`;
  }, [windowTitle, environment]);
  return (
    <header className="page-head">
      {back && (
        <LinkTo {...back} className="back">
          <ArrowLeft size={16} aria-hidden /> {back.label}
        </LinkTo>
      )}
      <div className="page-head-row">
        {mark === undefined ? (
          <h1>{heading || title}</h1>
        ) : (
          <div className="page-title">
            <h1>{heading || title}</h1>
            {mark}
          </div>
        )}
        {actions && <div className="row">{actions}</div>}
      </div>
      {lead && <p className={typeof lead === 'string' ? 'faint lead' : 'faint'}>{lead}</p>}
    </header>
  );
}
