import { useState } from 'react';
import { type Account, Available, isOwing, termsWords } from '../../components/billing/account.tsx';
import { AGEING_HINT, AGES, isZero } from '../../components/billing/ageing.tsx';
import { overdueFirst } from '../../components/billing/overdue-first.ts';
import { AdjustBalance, RecordPayment } from '../../components/billing/payment-dialogs.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { Empty, type Tone } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { moneySort } from '../../components/sort-rows.ts';
import { exportPages } from '../../lib/calls/export-pages.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { formatAmount, formatMoney, formatUtcDay } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import {
  BALANCE_FILTERS,
  BALANCE_HEADINGS,
  balanceCells,
  balanceQuery,
  SHOW_OPTIONS,
} from './balance-query.ts';
import { RemindPartner } from './remind-partner.tsx';

/** The largest page, because users can sort only a list that is loaded as a whole. */
const PAGE = 200;

const EMPTY_TEXTS: Readonly<Record<string, string>> = {
  low: 'No partner here has less than 20% of its credit limit or last payment left.',
  overdue: 'No partner here has an overdue statement.',
};

export function BalancesTab() {
  const environment = useEnvironment();
  const [filters, setFilters] = useFilters(BALANCE_FILTERS);
  const { partner, show } = filters;
  const query = balanceQuery(environment, filters);
  const list = usePages('billing/balances/list', query, ({ balances }) => balances, { limit: PAGE });
  // The totals are the same for all pages, so they are read once.
  const sums = useCall('billing/balances/list', {
    ...query,
    withTotals: true,
    page: { limit: 1 },
  });
  const mayCreate = useMay('partners:manage');
  const totals = sums.state === 'ready' && !sums.isPrevious ? sums.data.totals : [];
  const isFiltered = partner !== undefined || show !== undefined;
  return (
    <>
      <FilterBar
        onClear={isFiltered ? () => setFilters({ partner: undefined, show: undefined }) : undefined}
        actions={
          <ExportButton
            disabled={list.items.length === 0}
            run={onProgress =>
              exportPages({
                file: `balances-${environment}.csv`,
                headings: BALANCE_HEADINGS,
                operation: 'billing/balances/list',
                input: query,
                limit: PAGE,
                itemsOf: ({ balances }) => balances,
                cellsOf: balanceCells,
                onProgress,
              })
            }
          />
        }
      >
        <PartnerFilter value={partner} onChange={value => setFilters({ partner: value })} />
        <FilterSelect
          label="Show"
          all="All balances"
          value={show}
          options={SHOW_OPTIONS}
          onChange={value => setFilters({ show: value })}
        />
      </FilterBar>
      <LoadedList
        list={list}
        empty={
          <Empty
            title={isFiltered ? 'No matching balances' : 'No partners yet'}
            action={
              !isFiltered &&
              mayCreate && (
                <LinkTo to="/partners" className="button main">
                  Create partner
                </LinkTo>
              )
            }
          >
            {EMPTY_TEXTS[show ?? ''] ?? 'Each partner that you create has a balance.'}
          </Empty>
        }
      >
        {accounts => (
          <BalanceTable accounts={accounts} totals={totals} isComplete={list.more === undefined} />
        )}
      </LoadedList>
    </>
  );
}

type Open = { dialog: 'payment' | 'adjust' | 'remind'; account: Account };

type Totals = Output<'billing/balances/list'>['totals'];

interface BalanceTableProps {
  accounts: readonly Account[];
  totals: Totals;
  isComplete: boolean;
}

function BalanceTable({ accounts, totals, isComplete }: BalanceTableProps) {
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
    <div className="list balances">
      <p className="hint">{AGEING_HINT}</p>
      <DataTable
        label="Balances"
        rows={isComplete ? overdueFirst(accounts, ({ overdue }) => overdue?.since) : accounts}
        isComplete={isComplete}
        order="Overdue first"
        orderedBy={accounts.some(({ overdue }) => overdue) ? OVERDUE_FIRST : undefined}
        columns={[...columnsOf(accounts, totals), actions]}
        rowKey={({ partnerId }) => partnerId}
        rowLink={({ partnerId }) => ({
          to: '/partners/$partnerId',
          params: { partnerId },
          search: { tab: 'billing' },
        })}
        totals={totals.map(totalRow)}
      />
      {open?.dialog === 'payment' && <RecordPayment account={open.account} onClose={close} />}
      {open?.dialog === 'adjust' && <AdjustBalance account={open.account} onClose={close} />}
      {open?.dialog === 'remind' && <RemindPartner account={open.account} onClose={close} />}
    </div>
  );
}

const OVERDUE_FIRST = { key: 'overdue', isDescending: true };

/** Held amounts are rare, so their column appears only if there are any. */
function columnsOf(accounts: readonly Account[], totals: Totals): readonly Column<Account>[] {
  const hasHeld = [...accounts, ...totals].some(({ held }) => !isZero(held));
  return hasHeld ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'held');
}

const COLUMNS: readonly Column<Account>[] = [
  {
    key: 'partner',
    heading: 'Partner',
    wide: true,
    sortBy: ({ name }) => [name],
    cell: account => (
      <>
        {account.name}
        <Terms account={account} />
      </>
    ),
  },
  {
    key: 'balance',
    heading: 'Balance',
    align: 'right',
    phone: 'status',
    sortBy: ({ balance }) => moneySort(balance),
    cell: ({ balance, billing }) => {
      // A partner that is billed later may also have paid more than it owes.
      const isPaidAhead = billing !== 'PREPAID' && balance.amount.startsWith('-');
      const shown = isPaidAhead ? { ...balance, amount: balance.amount.slice(1) } : balance;
      return (
        <div className="parts">
          <strong>{formatMoney(shown)}</strong>
          {!isZero(balance) && <small>{billing === 'PREPAID' || isPaidAhead ? 'funds' : 'owed'}</small>}
        </div>
      );
    },
  },
  {
    key: 'overdue',
    heading: 'Overdue',
    align: 'right',
    sortBy: ({ overdue }) => moneySort(overdue?.amount),
    cell: ({ overdue }) => <Aged money={overdue?.amount} tone="bad" />,
  },
  ...AGES.map(
    ({ key, label, tone }): Column<Account> => ({
      key,
      heading: label,
      align: 'right',
      sortBy: ({ ageing }) => (ageing === null || isZero(ageing[key]) ? undefined : moneySort(ageing[key])),
      cell: ({ ageing }) => <Aged money={ageing?.[key]} tone={tone} />,
    }),
  ),
  {
    key: 'held',
    heading: 'Held',
    align: 'right',
    sortBy: ({ held }) => moneySort(held),
    cell: ({ held }) => <Aged money={held} />,
  },
  {
    key: 'available',
    heading: 'Available',
    align: 'right',
    sortBy: ({ available }) => moneySort(available),
    cell: account => (
      <div className="parts">
        <Available account={account} />
        {account.limit !== null && <small>of {formatMoney(account.limit)}</small>}
      </div>
    ),
  },
];

function Terms({ account }: { account: Account }) {
  const { overdue } = account;
  if (overdue !== null) {
    return (
      <small>
        <span className="overdue">Oldest due {formatUtcDay(overdue.since)}</span>
      </small>
    );
  }
  const words = termsWords(account);
  return words !== undefined && <small>{words}</small>;
}

interface AgedProps {
  money: { amount: string; currency: string } | undefined;
  /** How late it is. Default: not late. */
  tone?: Tone;
}

/** The currency is that of the balance beside it. Zero is a faint dash, so that amounts stand out. */
function Aged({ money, tone = 'good' }: AgedProps) {
  if (money === undefined || isZero(money)) return <span className="faint blank">–</span>;
  const text = formatAmount(money);
  if (tone === 'good') return text;
  return (
    <strong className="aged" data-tone={tone}>
      {text}
    </strong>
  );
}

function totalRow({ currency, owed, funds, held, ageing, overdue }: Totals[number]) {
  const ages = AGES.flatMap(({ key, tone }) =>
    ageing === null ? [] : [[key, <Aged key={key} money={ageing[key]} tone={tone} />] as const],
  );
  return {
    key: currency,
    cells: {
      partner: `Total in ${currency}`,
      balance: (
        <div className="parts">
          <span>{formatMoney(owed)}</span>
          {!isZero(owed) && <small>owed</small>}
          {!isZero(funds) && <small>{formatMoney(funds)} funds</small>}
        </div>
      ),
      overdue: <Aged money={overdue ?? undefined} tone="bad" />,
      ...Object.fromEntries(ages),
      held: <Aged money={held} />,
    },
  };
}

interface BalanceActionsProps {
  account: Account;
  mayEdit: boolean;
  onOpen: (dialog: Open['dialog']) => void;
}

/** Where nothing is owed, no payment is expected, so it is in the menu. */
function BalanceActions({ account, mayEdit, onOpen }: BalanceActionsProps) {
  const { partnerId, name } = account;
  const isLate = account.overdue !== null;
  const isExpected = isLate || isOwing(account);
  return (
    <div className="row-actions">
      {mayEdit && isExpected && (
        <button type="button" className="small" onClick={() => onOpen('payment')}>
          Record payment<span className="unseen"> from {name}</span>
        </button>
      )}
      <RowMenu label={`Actions for ${name}`}>
        {mayEdit && !isExpected && (
          <button type="button" className="quiet" onClick={() => onOpen('payment')}>
            Record payment
          </button>
        )}
        {mayEdit && isLate && (
          <button type="button" className="quiet" onClick={() => onOpen('remind')}>
            Send reminder
          </button>
        )}
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
