import { useState } from 'react';
import { Card, Facts, Stat, Stats } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Banner, Empty, type Tone } from '../../components/feedback.tsx';
import { Form, TextField } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import type { Rule } from '../../components/pricing/rule-words.ts';
import { useNames } from '../../components/pricing/use-names.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney, percentText } from '../../lib/format/format.ts';
import { useFilters } from '../../lib/url-state.ts';
import {
  type Considered,
  type Explanation,
  explainInput,
  RESULT_LABELS,
  reasonsOf,
} from './explain-words.ts';
import { findRule, PriceSteps } from './price-steps.tsx';

export function ExplainTab() {
  const [{ id = '' }, setFilters] = useFilters(['id']);
  const input = explainInput(id);
  return (
    <>
      <AskId key={id} id={id} onAsk={asked => setFilters({ id: asked })} />
      {input === undefined ? (
        <Empty title="See how a price was calculated">
          Every step from cost to price: the conversion, the rules that applied, and why the others did not.
        </Empty>
      ) : (
        <Answer input={input} />
      )}
    </>
  );
}

function AskId({ id, onAsk }: { id: string; onAsk: (id: string) => void }) {
  const [typed, setTyped] = useState(id);
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    const asked = typed.trim();
    if (explainInput(asked) === undefined) setProblem('Enter an ID that starts with bkg_, quo_ or off_.');
    else onAsk(asked);
  };
  return (
    <Form className="ask" onSubmit={submit}>
      <TextField
        label="Booking, quote or offer ID"
        placeholder="quo_…"
        autoComplete="off"
        value={typed}
        problem={problem}
        onChange={setTyped}
      />
      <button type="submit" className="main">
        Explain
      </button>
    </Form>
  );
}

function Answer({ input }: { input: NonNullable<ReturnType<typeof explainInput>> }) {
  const explained = useCall('pricing/explain', input);
  const rules = useCall('pricing/rules/list', { page: { limit: 500 } });
  const current = rules.state === 'ready' ? rules.data.rules : [];
  return (
    <Loaded from={explained} rows={8}>
      {data => <Explained explanation={data} rules={current} />}
    </Loaded>
  );
}

interface ExplainedProps {
  explanation: Explanation;
  /** The current rules. */
  rules: readonly Rule[];
}

function Explained({ explanation, rules }: ExplainedProps) {
  const { net, selling, margin, marginPercent, hidden, partnerId, hotelId } = explanation;
  const nameOf = useNames([hotelId]);
  const ruleOf = (used: Parameters<typeof findRule>[1]) => findRule(rules, used);
  const isLoss = margin.amount.startsWith('-');
  return (
    <>
      {hidden && (
        <Banner tone="warn" title="This offer is not sold to the partner">
          A rule hides the offer. The prices below show what it would cost.
        </Banner>
      )}
      <Stats>
        <Stat
          label="Net"
          value={formatMoney(net)}
          hint="What the partner owes you, unless the guest pays at the property"
        />
        <Stat label="Selling price" value={formatMoney(selling)} hint="Recommended retail price" />
        <Stat
          label="Margin"
          value={formatMoney(margin)}
          tone={isLoss ? 'bad' : 'plain'}
          hint={marginPercent === null ? undefined : `${percentText(marginPercent)} of net`}
        />
      </Stats>
      <div className="grid">
        <Card title="Step by step">
          <PriceSteps explanation={explanation} ruleOf={ruleOf} />
        </Card>
        <Card title="Offer">
          <Facts
            items={[
              ['Partner', <PartnerLink key="partner" partnerId={partnerId} />],
              [
                'Hotel',
                <LinkTo key="hotel" to="/hotels/$hotelId" params={{ hotelId }}>
                  {nameOf('hotels', hotelId)}
                </LinkTo>,
              ],
              ['Provider', nameOf('providers', explanation.provider)],
              ['Arrival', explanation.checkIn],
              ['Nights', String(explanation.nights)],
              ['Rate plan', explanation.ratePlan ?? 'None'],
              ['Priced', <Timestamp key="priced" at={explanation.pricedAt} exact />],
            ]}
          />
        </Card>
      </div>
      <RulesConsidered explanation={explanation} ruleOf={ruleOf} nameOf={nameOf} />
    </>
  );
}

const RESULT_TONES: Record<Considered['result'], Tone> = {
  APPLIED: 'good',
  NOT_MATCHING: 'plain',
  LOWER_PRIORITY: 'info',
  NOT_NEEDED: 'info',
};

interface RulesConsideredProps {
  explanation: Explanation;
  ruleOf: (rule: Considered) => Rule | undefined;
  nameOf: ReturnType<typeof useNames>;
}

function RulesConsidered({ explanation: { rules }, ruleOf, nameOf }: RulesConsideredProps) {
  return (
    <Card title="Rules considered" hint="The rules at that time, in the order in which they apply.">
      {rules.length === 0 ? (
        <p className="faint">There were no rules, so net equals cost.</p>
      ) : (
        <DataTable
          label="Rules considered"
          rows={rules}
          rowKey={({ ruleId }) => ruleId}
          columns={[
            {
              key: 'rule',
              heading: 'Rule',
              cell: ({ name, version }) => (
                <div>
                  {name}
                  <small>version {version}</small>
                </div>
              ),
            },
            {
              key: 'result',
              heading: 'Result',
              cell: ({ result }) => <Badge tone={RESULT_TONES[result]}>{RESULT_LABELS[result]}</Badge>,
            },
            {
              key: 'why',
              heading: 'Why',
              wide: true,
              cell: considered => <Reasons reasons={reasonsOf(considered, ruleOf(considered), nameOf)} />,
            },
            { key: 'priority', heading: 'Priority', align: 'right', cell: ({ priority }) => priority },
          ]}
        />
      )}
    </Card>
  );
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return <span className="faint">All its conditions match.</span>;
  return (
    <ul className="phrases">
      {reasons.map(reason => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
