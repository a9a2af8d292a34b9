import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ENVIRONMENT_NAMES, useEnvironment } from '../lib/url-state.ts';
import { LinkTo, type Target } from './link-to.tsx';

interface PageHeadProps {
  title: string;
  /** One sentence about the purpose of the page, which a phone leaves out. Other content is always shown. */
  lead?: ReactNode;
  actions?: ReactNode;
  back?: Target & { label: string };
}

/** Also sets the window title. */
export function PageHead({ title, lead, actions, back }: PageHeadProps) {
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
        <h1>{title}</h1>
        {actions && <div className="row">{actions}</div>}
      </div>
      {lead && <p className={typeof lead === 'string' ? 'faint lead' : 'faint'}>{lead}</p>}
    </header>
  );
}
