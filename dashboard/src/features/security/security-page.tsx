import { useRef } from 'react';
import { Card } from '../../components/card.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useMay, useSession } from '../../lib/session-context.ts';
import { FindingsList } from './findings-list.tsx';
import { LifetimeCard } from './lifetime-card.tsx';
import { ReportLeakCard } from './report-leak-card.tsx';

export function SecurityPage() {
  const { requireSecondFactor } = useSession().session.organisation;
  const report = useRef<HTMLDivElement>(null);
  const mayReport = useMay('developer');
  return (
    <>
      <PageHead
        title="Security"
        lead="What makes keys of either environment less safe than they could be, and the rules of the organisation."
        actions={
          mayReport && (
            <button type="button" onClick={() => report.current?.querySelector('input')?.focus()}>
              Report a leaked key
            </button>
          )
        }
      />
      <FindingsList />
      <div className="grid" ref={report}>
        {mayReport && <ReportLeakCard />}
        <LifetimeCard />
        <Card title="Second factor" hint="A stolen password alone then opens nothing.">
          <p>
            {requireSecondFactor
              ? 'Every member needs a second factor.'
              : 'Members may sign in without a second factor.'}
          </p>
          <p>
            <LinkTo to="/settings/team">See who has one, in Team</LinkTo>
          </p>
        </Card>
      </div>
    </>
  );
}
