import { Empty } from '../../components/feedback.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { CertificationTab } from './certification-tab.tsx';
import { ResetTab } from './reset-tab.tsx';
import { ScenariosTab } from './scenarios-tab.tsx';
import '../../styles/sandbox.css';

export function SandboxPage() {
  return useEnvironment() === 'sandbox' ? <Sandbox /> : <Elsewhere />;
}

function Elsewhere() {
  return (
    <>
      <PageHead title="Sandbox" />
      <Empty
        title="Production has no scenarios"
        action={
          <a className="button main" href="/sandbox/sandbox">
            Go to the sandbox
          </a>
        }
      >
        Scenarios, certification and reset belong to the sandbox, where nothing is booked or paid. Production
        plays no scenario, and nothing of it can be reset.
      </Empty>
    </>
  );
}

function Sandbox() {
  const [{ tab = 'scenarios' }, setFilters] = useFilters(['tab']);
  return (
    <>
      <PageHead
        title="Sandbox"
        lead="Make the test providers behave as you need, see that every case is answered as documented, and start over."
      />
      <Tabs
        label="Sandbox"
        selected={tab}
        onSelect={id => setFilters({ tab: id === 'scenarios' ? undefined : id })}
        tabs={[
          { id: 'scenarios', label: 'Scenarios', panel: <ScenariosTab /> },
          { id: 'certification', label: 'Certification', panel: <CertificationTab /> },
          { id: 'reset', label: 'Reset', panel: <ResetTab /> },
        ]}
      />
    </>
  );
}
