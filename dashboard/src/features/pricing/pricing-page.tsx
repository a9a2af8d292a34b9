import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useFilters } from '../../lib/url-state.ts';
import { ExplainTab } from './explain-tab.tsx';
import { RulesTab } from './rules-tab.tsx';
import '../../styles/billing.css';
import '../../styles/pricing.css';

export function PricingPage() {
  const [{ tab }, setFilters] = useFilters(['tab']);
  return (
    <>
      <PageHead
        title="Pricing"
        lead="Rules turn the cost of an offer into the partner’s net and selling price. In each step, the first matching rule applies. Changes take effect within a second."
      />
      <Tabs
        label="Pricing"
        selected={tab ?? 'rules'}
        onSelect={id => setFilters({ tab: id === 'rules' ? undefined : id })}
        tabs={[
          { id: 'rules', label: 'Rules', panel: <RulesTab /> },
          { id: 'explain', label: 'Explain a price', panel: <ExplainTab /> },
        ]}
      />
    </>
  );
}
