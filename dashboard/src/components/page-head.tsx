import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ENVIRONMENT_NAMES, useEnvironment } from '../lib/use-environment.ts';
import { LinkTo, type Target } from './link-to.tsx';

interface PageHeadProps {
  title: string;
  /** One sentence on what the page is for. */
  lead?: ReactNode;
  /** Buttons and links at the right. */
  actions?: ReactNode;
  back?: Target & { label: string };
}

/** The title of a page, also in the window. */
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
      {lead && <p className="faint">{lead}</p>}
    </header>
  );
}
