import { Card } from '../../components/card.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useSession } from '../../lib/session-context.ts';
import { FindingsList } from './findings-list.tsx';
import { LifetimeCard } from './lifetime-card.tsx';
import { ReportLeakCard } from './report-leak-card.tsx';

export function SecurityPage() {
  const { requireSecondFactor } = useSession().session.organisation;
  return (
    <>
      <PageHead
        title="Security"
        lead="What makes keys of either environment less safe than they could be, and the rules of the organisation."
      />
      <FindingsList />
      <div className="grid">
        <ReportLeakCard />
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
