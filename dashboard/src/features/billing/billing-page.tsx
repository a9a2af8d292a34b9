import { PartnerBilling } from '../../components/billing/partner-billing.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { BalancesTab } from './balances-tab.tsx';
import { EntriesTab } from './entries-tab.tsx';
import { ReportsTab } from './reports-tab.tsx';
import { StatementsTab } from './statements-tab.tsx';
import '../../styles/billing.css';

export function BillingPage() {
  const [{ tab }, setFilters] = useFilters(['tab']);
  const isStaff = useStaff();
  const seesBilling = useMay('billing:view');
  const seesReports = useMay('reports:view');
  const tabs = [
    ...(seesBilling
      ? [
          {
            id: 'balances',
            label: isStaff ? 'Balances' : 'Balance',
            panel: isStaff ? <BalancesTab /> : <PartnerBilling />,
          },
          { id: 'entries', label: 'Entries', panel: <EntriesTab /> },
          { id: 'statements', label: 'Statements', panel: <StatementsTab /> },
        ]
      : []),
    ...(seesReports ? [{ id: 'reports', label: 'Reports', panel: <ReportsTab /> }] : []),
  ];
  const selected = tab ?? tabs[0]?.id ?? '';
  return (
    <>
      {selected === 'reports' ? (
        <PageHead
          title="Reports"
          lead="Bookings, revenue and margin by partner, hotel, provider, country or month."
        />
      ) : (
        <PageHead
          title="Billing"
          lead={
            isStaff
              ? 'What partners owe you, ledger entries and monthly statements.'
              : 'Your balance, ledger entries and monthly statements.'
          }
        />
      )}
      <Tabs
        label="Billing"
        selected={selected}
        onSelect={id => setFilters({ tab: id === tabs[0]?.id ? undefined : id })}
        tabs={tabs}
      />
    </>
  );
}
