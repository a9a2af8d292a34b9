import { useEffect } from 'react';
import { AmountsIn } from '../../components/amounts-in.tsx';
import {
  STATEMENT_MONTH,
  statementAmounts,
  statementCurrencies,
} from '../../components/billing/statement-columns.tsx';
import { STATEMENT_STATE } from '../../components/billing/statement-status.tsx';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded, LoadedList } from '../../components/loaded.tsx';
import type { Partner } from '../../components/partners/partners.tsx';
import { type Rule, ruleSentence, validityWords } from '../../components/pricing/rule-words.ts';
import { useNames } from '../../components/pricing/use-names.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { appliesTo } from './rules-for-partner.ts';
import '../../styles/billing.css';
import '../../styles/pricing.css';

/** The rules that can apply to offers for this partner, in the order in which they are tried. */
export function PartnerPricing({ partner }: { partner: Partner }) {
  const list = usePages('pricing/rules/list', { status: 'ACTIVE' }, ({ rules }) => rules, { limit: 500 });
  const { more, loadingMore, failure } = list;
  const mayEdit = useMay('pricing:edit');
  // Rules of later pages can apply as well, so all pages are read.
  useEffect(() => {
    if (!loadingMore && failure === undefined) more?.();
  }, [more, loadingMore, failure]);
  return (
    <Card
      title="Pricing rules that apply"
      hint="In the order in which they apply. Rules for other partners and groups are not shown."
      actions={
        <>
          <LinkTo to="/pricing">All rules</LinkTo>
          <LinkTo to="/pricing" search={{ tab: 'explain', partner: partner.partnerId }}>
            Explain a price
          </LinkTo>
          {mayEdit && (
            <LinkTo
              to="/pricing"
              search={{ create: 'rule', partner: partner.partnerId }}
              className="button small"
            >
              Create rule for this partner
            </LinkTo>
          )}
        </>
      }
    >
      <LoadedList list={list} rows={4} empty={<p className="faint">There are no rules. You sell at cost.</p>}>
        {rules => (
          <RuleList rules={rules.filter(rule => appliesTo(rule, partner))} isComplete={more === undefined} />
        )}
      </LoadedList>
    </Card>
  );
}

function RuleList({ rules, isComplete }: { rules: readonly Rule[]; isComplete: boolean }) {
  const nameOf = useNames(rules.flatMap(({ conditions }) => conditions.hotels?.slice(0, 3) ?? []));
  if (rules.length === 0 && !isComplete) return null;
  if (rules.length === 0) {
    return <p className="faint">No rule applies to this partner. You sell at cost.</p>;
  }
  return (
    <ol className="rule-list">
      {rules.map(rule => {
        const validity = validityWords(rule);
        return (
          <li key={rule.ruleId}>
            <LinkTo to="/pricing" search={{ rule: rule.ruleId }} className="rule-name">
              {rule.name}
            </LinkTo>
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
            <p className="faint">No statements yet. The first one covers the month of the first booking.</p>
          ) : (
            <div className="statements list">
              <AmountsIn currencies={statementCurrencies(statements)} />
              <DataTable
                label="Statements"
                rows={statements}
                rowKey={({ month }) => month}
                rowLink={({ month }) => ({
                  to: '/billing/statements/$month',
                  params: { month },
                  search: { partner: partnerId },
                })}
                columns={[...STATEMENT_COLUMNS, ...statementAmounts(statements)]}
              />
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

type Statement = Output<'statements/list'>['statements'][number];

const STATEMENT_COLUMNS: readonly Column<Statement>[] = [{ ...STATEMENT_MONTH, wide: true }, STATEMENT_STATE];
