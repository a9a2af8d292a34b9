import { useEffect } from 'react';
import { useAccount } from '../../components/billing/account.tsx';
import { STATEMENT_AMOUNTS } from '../../components/billing/statement-columns.tsx';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded, LoadedList } from '../../components/loaded.tsx';
import type { Partner } from '../../components/partners/partners.tsx';
import { type Rule, ruleSentence, validityWords } from '../../components/pricing/rule-words.ts';
import { useNames } from '../../components/pricing/use-names.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { monthName } from '../../lib/format/month.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { appliesTo } from './rules-for-partner.ts';
import '../../styles/billing.css';
import '../../styles/pricing.css';

/** The rules that can apply to offers for this partner, in the order in which they are tried. */
export function PartnerPricing({ partner }: { partner: Partner }) {
  const list = usePages('pricing/rules/list', { status: 'ACTIVE' }, ({ rules }) => rules, { limit: 500 });
  const { more, loadingMore, failure } = list;
  // Rules of later pages can apply as well, so all pages are read.
  useEffect(() => {
    if (!loadingMore && failure === undefined) more?.();
  }, [more, loadingMore, failure]);
  return (
    <Card
      title="Pricing rules that apply"
      hint="In the order in which they are tried. Rules for other partners and groups are left out."
      actions={
        <>
          <LinkTo to="/pricing">All rules</LinkTo>
          <LinkTo to="/pricing" search={{ tab: 'explain', partner: partner.partnerId }}>
            Explain a price
          </LinkTo>
        </>
      }
    >
      <LoadedList list={list} rows={4} empty={<NoRules text="There are no rules. You sell at cost." />}>
        {rules => (
          <RuleList rules={rules.filter(rule => appliesTo(rule, partner))} isComplete={more === undefined} />
        )}
      </LoadedList>
    </Card>
  );
}

function NoRules({ text }: { text: string }) {
  const mayEdit = useMay('pricing:edit');
  return (
    <div className="card-empty">
      <p className="faint">{text}</p>
      {mayEdit && (
        <LinkTo to="/pricing" search={{ create: 'rule' }} className="button small">
          Create rule
        </LinkTo>
      )}
    </div>
  );
}

function RuleList({ rules, isComplete }: { rules: readonly Rule[]; isComplete: boolean }) {
  const nameOf = useNames(rules.flatMap(({ conditions }) => conditions.hotels?.slice(0, 3) ?? []));
  if (rules.length === 0 && !isComplete) return null;
  if (rules.length === 0) return <NoRules text="No rule applies to this partner. You sell at cost." />;
  return (
    <ol className="rule-list">
      {rules.map(rule => {
        const validity = validityWords(rule);
        return (
          <li key={rule.ruleId}>
            <strong>{rule.name}</strong>
            <p>
              {ruleSentence(rule, nameOf)}
              {validity && `, valid ${validity}`}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

export function PartnerStatements({ partnerId }: { partnerId: string }) {
  const environment = useEnvironment();
  const list = useCall('statements/list', { partnerId, environment, page: { limit: 12 } });
  const account = useAccount(partnerId);
  const unpaid = account.state === 'ready' ? (account.data?.unpaidStatements ?? undefined) : undefined;
  return (
    <Card
      title="Statements"
      actions={
        <LinkTo to="/billing" search={{ tab: 'statements', partner: partnerId }}>
          All statements
        </LinkTo>
      }
    >
      <Loaded from={list} rows={3}>
        {({ statements }) =>
          statements.length === 0 ? (
            <p className="faint">There is one statement for each month since the first ledger entry.</p>
          ) : (
            <DataTable
              label="Statements"
              rows={statements}
              rowKey={({ month }) => month}
              rowLink={({ month }) => ({
                to: '/billing/statements/$month',
                params: { month },
                search: { partner: partnerId },
              })}
              columns={statementColumns(unpaid === undefined ? undefined : unpaidMonths(statements, unpaid))}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

type Statement = Output<'statements/list'>['statements'][number];

/** `unpaid` is undefined while it is not known which statements are unpaid. */
function statementColumns(unpaid: ReadonlySet<string> | undefined): readonly Column<Statement>[] {
  return [
    { key: 'month', heading: 'Month', wide: true, cell: ({ month }) => monthName(month) },
    {
      key: 'status',
      heading: 'Status',
      cell: ({ status, month }) =>
        status === 'OPEN' ? (
          <Badge tone="info">Open</Badge>
        ) : unpaid === undefined ? (
          <Badge>Closed</Badge>
        ) : unpaid.has(month) ? (
          <Badge tone="warn">Closed, unpaid</Badge>
        ) : (
          <Badge tone="good">Closed, paid</Badge>
        ),
    },
    ...STATEMENT_AMOUNTS,
  ];
}

/** Payments settle the oldest charges first, so the latest closed statements are the unpaid ones. */
function unpaidMonths(statements: readonly Statement[], unpaid: number): ReadonlySet<string> {
  const owing = statements.filter(
    ({ status, closing }) => status === 'CLOSED' && /^[^-]*[1-9]/.test(closing.amount),
  );
  return new Set(owing.slice(0, unpaid).map(({ month }) => month));
}
