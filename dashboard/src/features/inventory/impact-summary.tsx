import { useEffect, useRef } from 'react';
import { Banner } from '../../components/feedback.tsx';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import {
  type ChangeImpact,
  LARGE_SHARE,
  type PlanImpact,
  type RowNights,
  type UnsoldNights,
} from './change-impact.ts';
import { averageText, largeText, unknownText } from './impact-words.ts';
import { type NotCheaper, notCheaperText } from './parent-prices.ts';
import { unsoldText } from './unsold-nights.ts';
import type { Reading } from './use-reads.ts';

/** The plans with the largest changes. The list below names all changes. */
const MAX_PLANS = 8;
const MAX_UNSOLD = 4;
const MAX_NOT_CHEAPER = 4;

interface ImpactSummaryProps {
  impact: ChangeImpact;
  /** The name of a row. */
  nameOf: (key: string) => string;
  currency: string;
  /** Whether saving stopped at the large changes. They get the focus. */
  isWarning: boolean;
  /** Whether nights of other months or room types are being read. */
  reading: Reading;
  /** Opens the form that sets what the nights lack. Undefined if no form can set it. */
  fixOf: (unsold: UnsoldNights) => (() => void) | undefined;
  notCheaper: readonly NotCheaper[];
  /** Restores the derived prices of a plan. */
  onFollow: (plan: NotCheaper) => void;
  /** Nothing can be changed while changes are saved. */
  isBusy: boolean;
}

/** What the unsaved changes mean as a whole. Large changes are marked, because they may be mistakes. */
export function ImpactSummary(props: ImpactSummaryProps) {
  const { impact, notCheaper, nameOf, currency, isWarning, reading, fixOf } = props;
  const { plans, nights, closed, opened, unsold, unknown, large } = impact;
  const more = plans.length - MAX_PLANS;
  const warning = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWarning || warning.current === null) return;
    // A dialog that opens with the warning moves the focus itself.
    warning.current.autofocus = true;
    warning.current.focus();
  }, [isWarning]);
  return (
    <section className="impact" aria-label="Impact">
      {large > 0 && (
        <div ref={warning} tabIndex={-1}>
          <Banner tone="warn" title={warningText(large, isWarning)} />
        </div>
      )}
      {unsold.slice(0, MAX_UNSOLD).map(each => (
        <UnsoldBanner
          key={`${each.lacks} ${each.roomCode}`}
          unsold={each}
          roomName={nameOf(each.roomCode)}
          onFix={fixOf(each)}
        />
      ))}
      {notCheaper.slice(0, MAX_NOT_CHEAPER).map(each => (
        <NotCheaperBanner
          key={each.row.key}
          plan={each}
          isBusy={props.isBusy}
          onFollow={() => props.onFollow(each)}
        />
      ))}
      <ul className="impact-totals">
        {notCheaper.length > MAX_NOT_CHEAPER && <li>{morePlansText(notCheaper.length - MAX_NOT_CHEAPER)}</li>}
        {unsold.length > MAX_UNSOLD && <li>{moreRoomsText(unsold.length - MAX_UNSOLD)}</li>}
        <li>
          Changes <strong>{formatNumber(nights)}</strong> {nights === 1 ? 'night' : 'nights'}
        </li>
        <RowNightsItems counts={closed} what="Closes" />
        <RowNightsItems counts={opened} what="Opens" />
        {unknown > 0 && <UnknownItem nights={unknown} reading={reading} />}
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

/** For example `Closes 2 rate plan nights`. */
function RowNightsItems({ counts: { plans, rooms }, what }: { counts: RowNights; what: string }) {
  const all = [
    ['rate plan', plans],
    ['room type', rooms],
  ] as const;
  return all.map(
    ([kind, count]) =>
      count > 0 && (
        <li key={kind}>
          {what} <strong>{formatNumber(count)}</strong> {kind} {count === 1 ? 'night' : 'nights'}
        </li>
      ),
  );
}

/** The nights that are being read, or could not be read. */
function UnknownItem({ nights, reading: { isReading, retry } }: { nights: number; reading: Reading }) {
  const item = useRef<HTMLLIElement>(null);
  const retryHere = () => {
    // The button disappears while the nights are read.
    item.current?.focus();
    retry();
  };
  return (
    <li ref={item} className="faint" tabIndex={-1}>
      <span aria-live="polite">{unknownText(nights, isReading)}</span>{' '}
      {!isReading && (
        <button type="button" className="small" onClick={retryHere}>
          Try again
        </button>
      )}
    </li>
  );
}

interface UnsoldBannerProps {
  unsold: UnsoldNights;
  roomName: string;
  onFix: (() => void) | undefined;
}

/** Guests cannot book a night that has only one of the two. */
function UnsoldBanner({ unsold, roomName, onFix }: UnsoldBannerProps) {
  return (
    <Banner
      tone="warn"
      title={unsoldText(unsold, roomName)}
      action={
        onFix && (
          <button type="button" className="small" onClick={onFix}>
            Set {unsold.lacks}
            <span className="unseen"> for {roomName}</span>
          </button>
        )
      }
    />
  );
}

interface NotCheaperBannerProps {
  plan: NotCheaper;
  isBusy: boolean;
  onFollow: () => void;
}

function NotCheaperBanner({ plan, isBusy, onFollow }: NotCheaperBannerProps) {
  return (
    <Banner
      tone="warn"
      title={notCheaperText(plan)}
      action={
        <button
          type="button"
          className="small"
          disabled={isBusy}
          onClick={event => {
            // The button disappears.
            event.currentTarget.closest<HTMLElement>('.pending-review')?.focus();
            onFollow();
          }}
        >
          Follow {plan.parent.plan?.planCode} again
          <span className="unseen">
            : {plan.row.plan?.name}, {plan.row.room.name}
          </span>
        </button>
      }
    />
  );
}

function warningText(large: number, isWarning: boolean): string {
  const prices = large === 1 ? '1 price changes' : `${formatNumber(large)} prices change`;
  return `${prices} by more than ${formatPercent(LARGE_SHARE)}${isWarning ? '. Nothing is saved yet.' : ''}`;
}

function moreRoomsText(count: number): string {
  return count === 1
    ? '1 more room type cannot be booked on some nights'
    : `${formatNumber(count)} more room types cannot be booked on some nights`;
}

function morePlansText(count: number): string {
  return count === 1
    ? '1 more rate plan is not cheaper than the plan it follows'
    : `${formatNumber(count)} more rate plans are not cheaper than the plans they follow`;
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
        <small className="large-change">
          {largeText(large, nights)}
          <span className="unseen"> (more than {formatPercent(LARGE_SHARE)})</span>
        </small>
      )}
    </li>
  );
}
