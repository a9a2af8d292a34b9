import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ENVIRONMENT_NAMES, useEnvironment } from '../lib/url-state.ts';
import { LinkTo, type Target } from './link-to.tsx';

interface PageHeadProps {
  title: string;
  /** Shown beside the title, for example a status. */
  mark?: ReactNode;
  /** One sentence about the purpose of the page. */
  lead?: ReactNode;
  actions?: ReactNode;
  back?: Target & { label: string };
}

/** Also sets the window title. */
export function PageHead({ title, mark, lead, actions, back }: PageHeadProps) {
  const environment = useEnvironment();
  useEffect(() => {
    document.title = `${title} · ${ENVIRONMENT_NAMES[environment]} · Serai`;
  }, [title, environment]);
  return (
    <header className="page-head">
      {back && (
        <LinkTo {...back} className="back">
          <ArrowLeft size={16} aria-hidden /> {back.label}
        </LinkTo>
      )}
      <div className="page-head-row">
        {mark === undefined ? (
          <h1>{title}</h1>
        ) : (
          <div className="page-title">
            <h1>{title}</h1>
            {mark}
          </div>
        )}
        {actions && <div className="row">{actions}</div>}
      </div>
      {lead && <p className="faint">{lead}</p>}
    </header>
  );
}
