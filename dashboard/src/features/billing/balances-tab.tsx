import { useState } from 'react';
import { type Account, Available, MODEL_LABELS, useLowPartners } from '../../components/billing/account.tsx';
import { AdjustBalance, RecordPayment } from '../../components/billing/payment-dialogs.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PartnerFilter } from '../../components/partners/partners.tsx';
import { usePages } from '../../lib/calls/use-call.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';

export function BalancesTab() {
  const environment = useEnvironment();
  const [{ partner, show }, setFilters] = useFilters(['partner', 'show']);
  const list = usePages(
    'billing/balances/list',
    { environment, ...(partner && { partnerId: partner }), ...(show === 'low' && { low: true }) },
    ({ balances }) => balances,
  );
  const isFiltered = partner !== undefined || show !== undefined;
  return (
    <>
      <FilterBar onClear={isFiltered ? () => setFilters({ partner: undefined, show: undefined }) : undefined}>
        <PartnerFilter value={partner} onChange={value => setFilters({ partner: value })} />
        <FilterSelect
          label="Show"
          all="All balances"
          value={show}
          options={[['low', 'Less than 20 % available']]}
          onChange={value => setFilters({ show: value })}
        />
      </FilterBar>
      <LoadedList
        list={list}
        empty={
          <Empty title={isFiltered ? 'No matching balances' : 'No partners yet'}>
            {show === 'low'
              ? 'No partner in this selection has less than 20 % of its credit limit or last payment available.'
              : 'Each partner that you create has a balance.'}
          </Empty>
        }
      >
        {accounts => <BalanceTable accounts={accounts} />}
      </LoadedList>
    </>
  );
}

type Open = { dialog: 'payment' | 'adjust'; account: Account };

function BalanceTable({ accounts }: { accounts: readonly Account[] }) {
  const low = useLowPartners();
  const mayEdit = useMay('billing:edit');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const actions: Column<Account> = {
    key: 'actions',
    heading: 'Actions',
    headless: true,
    cell: account => (
      <BalanceActions account={account} mayEdit={mayEdit} onOpen={dialog => setOpen({ dialog, account })} />
    ),
  };
  return (
    <>
      <DataTable
        label="Balances"
        rows={accounts}
        columns={[...columnsOf(low), actions]}
        rowKey={({ partnerId }) => partnerId}
        rowLink={({ partnerId }) => ({
          to: '/partners/$partnerId',
          params: { partnerId },
          search: { tab: 'billing' },
        })}
      />
      {open?.dialog === 'payment' && <RecordPayment account={open.account} onClose={close} />}
      {open?.dialog === 'adjust' && <AdjustBalance account={open.account} onClose={close} />}
    </>
  );
}

function columnsOf(low: ReadonlySet<string>): readonly Column<Account>[] {
  return [
    { key: 'partner', heading: 'Partner', wide: true, cell: ({ name }) => name },
    {
      key: 'model',
      heading: 'Billing',
      cell: ({ billing }) => <span className="nowrap">{MODEL_LABELS[billing]}</span>,
    },
    {
      key: 'limit',
      heading: 'Limit',
      align: 'right',
      cell: ({ limit }) => (limit === null ? <span className="faint">–</span> : formatMoney(limit)),
    },
    {
      key: 'balance',
      heading: 'Balance',
      align: 'right',
      cell: ({ balance, billing }) => (
        <div>
          {formatMoney(balance)}
          <small>{billing === 'PREPAID' ? 'funds' : 'owed'}</small>
        </div>
      ),
    },
    { key: 'held', heading: 'Held', align: 'right', cell: ({ held }) => formatMoney(held) },
    {
      key: 'available',
      heading: 'Available',
      align: 'right',
      cell: account => <Available account={account} isLow={low.has(account.partnerId)} />,
    },
  ];
}

interface BalanceActionsProps {
  account: Account;
  mayEdit: boolean;
  onOpen: (dialog: Open['dialog']) => void;
}

function BalanceActions({ account: { partnerId, name }, mayEdit, onOpen }: BalanceActionsProps) {
  return (
    <div className="row-actions">
      {mayEdit && (
        <button type="button" className="small" onClick={() => onOpen('payment')}>
          Record payment<span className="unseen"> of {name}</span>
        </button>
      )}
      <RowMenu label={`Actions for ${name}`}>
        {mayEdit && (
          <button type="button" className="quiet" onClick={() => onOpen('adjust')}>
            Adjust balance
          </button>
        )}
        <LinkTo to="/billing" search={{ tab: 'entries', partner: partnerId }}>
          View entries
        </LinkTo>
        <LinkTo to="/billing" search={{ tab: 'statements', partner: partnerId }}>
          View statements
        </LinkTo>
      </RowMenu>
    </div>
  );
}
