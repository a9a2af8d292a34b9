import { useEffect, useRef } from 'react';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import { type ChangeImpact, LARGE_SHARE, type PlanImpact, type RowNights } from './change-impact.ts';
import { averageText, largeText } from './impact-words.ts';

/** The plans with the largest changes. The list below names all changes. */
const MAX_PLANS = 8;

interface ImpactSummaryProps {
  impact: ChangeImpact;
  /** The name of a row. */
  nameOf: (key: string) => string;
  currency: string;
  /** Whether saving stopped at the large changes. They get the focus. */
  isWarning: boolean;
}

/** What the unsaved changes mean as a whole. Large changes are marked, because they may be mistakes. */
export function ImpactSummary({ impact, nameOf, currency, isWarning }: ImpactSummaryProps) {
  const { plans, nights, closed, opened, unsold, unknown, large } = impact;
  const more = plans.length - MAX_PLANS;
  const warning = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWarning) warning.current?.focus();
  }, [isWarning]);
  return (
    <section className="impact" aria-label="Impact">
      <ul className="impact-totals">
        {large > 0 && (
          <li ref={warning} className="impact-large" tabIndex={-1}>
            {large === 1 ? '1 price changes' : `${formatNumber(large)} prices change`} by more than{' '}
            {formatPercent(LARGE_SHARE)}
            {isWarning && '. Nothing is saved yet.'}
          </li>
        )}
        <UnsoldItem count={unsold.noAllotment} has="a price" lacks="allotment" />
        <UnsoldItem count={unsold.noPrice} has="an allotment" lacks="price" />
        <li>
          <strong>{formatNumber(nights)}</strong> {nights === 1 ? 'night changes' : 'nights change'}
        </li>
        <RowNightsItems counts={closed} what="newly closed" />
        <RowNightsItems counts={opened} what="newly opened" />
        {unknown > 0 && (
          <li className="faint">
            Averages exclude {unknown === 1 ? '1 night' : `${formatNumber(unknown)} nights`} in other months
            or room types
          </li>
        )}
      </ul>
      {plans.length > 0 && (
        <ul className="impact-plans" aria-label="Average prices">
          {plans.slice(0, MAX_PLANS).map(plan => (
            <PlanAverage key={plan.row} plan={plan} name={nameOf(plan.row)} currency={currency} />
          ))}
          {more > 0 && <li className="impact-more">and {formatNumber(more)} more</li>}
        </ul>
      )}
    </section>
  );
}

/** For example `2 rate plan nights newly closed`. */
function RowNightsItems({ counts: { plans, rooms }, what }: { counts: RowNights; what: string }) {
  const all = [
    ['rate plan', plans],
    ['room type', rooms],
  ] as const;
  return all.map(
    ([kind, count]) =>
      count > 0 && (
        <li key={kind}>
          <strong>{formatNumber(count)}</strong> {kind} {count === 1 ? 'night' : 'nights'} {what}
        </li>
      ),
  );
}

/** Guests cannot book a night that has only one of the two. */
function UnsoldItem({ count, has, lacks }: { count: number; has: string; lacks: string }) {
  if (count === 0) return null;
  return (
    <li className="impact-unsold">
      {count === 1 ? '1 room type night has' : `${formatNumber(count)} room type nights have`} {has} but no{' '}
      {lacks}, so guests cannot book {count === 1 ? 'it' : 'them'}
    </li>
  );
}

function PlanAverage({ plan, name, currency }: { plan: PlanImpact; name: string; currency: string }) {
  const { nights, before, after, large } = plan;
  return (
    <li>
      <span className="impact-name" title={name}>
        {name}
      </span>
      <span className="impact-prices">
        {before} → <b>{after}</b> {currency}
      </span>
      <small>{averageText(plan)}</small>
      {large && (
        <small className="impact-large">
          {largeText(large, nights)}
          <span className="unseen"> (more than {formatPercent(LARGE_SHARE)})</span>
        </small>
      )}
    </li>
  );
}
