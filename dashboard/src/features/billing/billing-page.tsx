import { PartnerBilling } from '../../components/billing/partner-billing.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { AutomaticEmails, FailedEmails } from './automatic-emails.tsx';
import { BalancesTab } from './balances-tab.tsx';
import { EntriesTab } from './entries-tab.tsx';
import { MonthEnd } from './month-end.tsx';
import { ReportsPage } from './reports-page.tsx';
import { StatementsTab } from './statements-tab.tsx';
import '../../styles/billing.css';

/** Reports have their own item in the menu. Links to them name them as a tab of this page. */
export function BillingPage() {
  const [{ tab }] = useFilters(['tab']);
  const seesBilling = useMay('billing:view');
  const seesReports = useMay('reports:view');
  return seesReports && (tab === 'reports' || !seesBilling) ? <ReportsPage /> : <BillingTabs />;
}

function BillingTabs() {
  const [{ tab = 'balances' }, setFilters] = useFilters(['tab']);
  const isStaff = useStaff();
  const mayEdit = useMay('billing:edit');
  const tabs = [
    {
      id: 'balances',
      label: isStaff ? 'Balances' : 'Balance',
      panel: isStaff ? <BalancesTab /> : <PartnerBilling />,
    },
    { id: 'entries', label: 'Entries', panel: <EntriesTab /> },
    { id: 'statements', label: 'Statements', panel: <StatementsTab /> },
    ...(mayEdit ? [{ id: 'emails', label: 'Automatic emails', panel: <AutomaticEmails /> }] : []),
  ];
  return (
    <>
      <PageHead
        title="Billing"
        lead={
          isStaff
            ? 'Partner balances, ledger entries and monthly statements.'
            : 'Your balance, ledger entries and monthly statements.'
        }
        actions={mayEdit && <MonthEnd />}
      />
      {mayEdit && <FailedEmails isListed={tab === 'emails'} />}
      <Tabs
        label="Billing"
        selected={tab}
        onSelect={id => setFilters({ tab: id === 'balances' ? undefined : id })}
        tabs={tabs}
      />
    </>
  );
}
