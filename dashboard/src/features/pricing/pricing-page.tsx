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
        lead="Rules turn the cost of an offer into the net and selling price of a partner. In each step, the first rule that matches applies. Changes apply within a second."
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
