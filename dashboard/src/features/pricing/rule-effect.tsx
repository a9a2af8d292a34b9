import { type ReactNode, useState } from 'react';
import { Badge } from '../../components/feedback.tsx';
import { usePartners } from '../../components/partners/partners.tsx';
import { useNames } from '../../components/pricing/use-names.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatAmount, formatMoney, percentText } from '../../lib/format/format.ts';
import {
  type Decision,
  isChanged,
  netDecisions,
  type PreviewedPrice,
  type PreviewedStay,
  sellingDecisions,
  stayWords,
  unusedReason,
} from './effect-words.ts';
import type { RuleInput } from './rule-draft.ts';

type Totals = Output<'pricing/preview'>['currencies'][number];

interface CompareRow {
  name: string;
  before: ReactNode;
  after: ReactNode;
  isChanged: boolean;
}

interface CompareProps {
  label: string;
  /** The currency, unless it is above the table. */
  corner?: string;
  rows: readonly CompareRow[];
}

/** Amounts with the current rules beside those with the edited rule. */
function Compare({ label, corner, rows }: CompareProps) {
  return (
    <table className="compare" aria-label={label}>
      <thead>
        <tr>
          <td>{corner}</td>
          <th scope="col">Now</th>
          <th scope="col">With this rule</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.name} data-changed={row.isChanged || undefined}>
            <th scope="row">{row.name}</th>
            <td>{row.before}</td>
            <td>{row.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function TotalEffect({ totals }: { totals: Totals }) {
  const { currency, cost, quotes } = totals;
  const row = (name: string, before: { amount: string }, after: { amount: string }) => ({
    name,
    before: formatAmount(before),
    after: formatAmount(after),
    isChanged: before.amount !== after.amount,
  });
  return (
    <div className="effect-total">
      <h4>
        {quotes === 1 ? '1 quote' : `Total of ${quotes} quotes`} in {currency}
      </h4>
      <p className="hint">Net is what the partner owes you. Selling is the recommended retail price.</p>
      <Compare
        label={`Total in ${currency} before and after`}
        rows={[
          row('Cost', cost, cost),
          row('Net', totals.netBefore, totals.netAfter),
          row('Selling', totals.sellingBefore, totals.sellingAfter),
          row('Margin', totals.marginBefore, totals.marginAfter),
        ]}
      />
    </div>
  );
}

interface StayEffectsProps {
  stays: readonly PreviewedStay[];
  /** Undefined while the stays are still those of an earlier rule. */
  rule: RuleInput | undefined;
}

/** Quotes that would change, then others. Each opens to its prices before and after, with the rules that decide them. */
export function StayEffects({ stays, rule }: StayEffectsProps) {
  const nameOf = useNames(stays.map(({ hotelId }) => hotelId));
  const partners = usePartners();
  const [chosen, setChosen] = useState<string>();
  // Several stays are closed at first, so that the list does not repeat the total above it.
  const open = chosen ?? (stays.length === 1 ? stays[0]?.quoteId : undefined);
  return (
    <div className="examples">
      <h4>Stay by stay</h4>
      <ul>
        {stays.map(stay => (
          <li key={stay.quoteId}>
            <button
              type="button"
              className="quiet"
              aria-expanded={open === stay.quoteId}
              onClick={() => setChosen(open === stay.quoteId ? '' : stay.quoteId)}
            >
              <span>
                {nameOf('hotels', stay.hotelId)}
                <small>
                  {stayWords(stay)} · {partners.get(stay.partnerId)?.name ?? stay.partnerId}
                </small>
              </span>
              <NetChange stay={stay} />
            </button>
            {open === stay.quoteId && (
              <StayEffect stay={stay} unused={rule && unusedReason(stay, rule, nameOf)} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function NetChange({ stay }: { stay: PreviewedStay }) {
  const { before, after } = stay;
  if (after.hidden && !before.hidden) return <Badge tone="warn">No longer sold</Badge>;
  if (before.hidden && !after.hidden) return <Badge tone="good">Sold again</Badge>;
  if (after.hidden) return <span className="change faint">Not sold</span>;
  if (!isChanged(stay)) return <span className="change faint">Unchanged</span>;
  return (
    <span className="change">
      {formatAmount(before.net)} → <strong>{formatMoney(after.net)}</strong>
    </span>
  );
}

function StayEffect({ stay, unused }: { stay: PreviewedStay; unused: string | undefined }) {
  const { before, after, cost } = stay;
  const row = (
    name: string,
    field: 'net' | 'selling' | 'margin',
    show: (price: PreviewedPrice) => ReactNode,
  ): CompareRow => ({
    name,
    before: before.hidden ? 'Not sold' : show(before),
    after: after.hidden ? 'Not sold' : show(after),
    isChanged: before.hidden !== after.hidden || before[field].amount !== after[field].amount,
  });
  return (
    <div className="stay-effect">
      {unused && <p className="faint">{unused}</p>}
      <Compare
        label="Price of the stay before and after"
        corner={cost.currency}
        rows={[
          { name: 'Cost', before: formatAmount(cost), after: formatAmount(cost), isChanged: false },
          row('Net', 'net', price => <Decided amount={price.net} by={netDecisions(price)} />),
          row('Selling', 'selling', price => <Decided amount={price.selling} by={sellingDecisions(price)} />),
          row('Margin', 'margin', price => <Margin price={price} />),
        ]}
      />
    </div>
  );
}

function Decided({ amount, by }: { amount: { amount: string }; by: readonly Decision[] }) {
  return (
    <>
      {formatAmount(amount)}
      {by.map(({ words, isEdited }) => (
        <small key={words} data-edited={isEdited || undefined}>
          {isEdited ? 'This rule' : words}
        </small>
      ))}
    </>
  );
}

function Margin({ price: { margin, marginPercent } }: { price: PreviewedPrice }) {
  return (
    <>
      {formatAmount(margin)}
      {marginPercent !== null && <small>{percentText(marginPercent)} of net</small>}
    </>
  );
}
