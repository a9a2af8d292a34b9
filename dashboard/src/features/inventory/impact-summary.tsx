import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BannerIcon } from '../../components/feedback.tsx';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import {
  type ChangeImpact,
  LARGE_SHARE,
  type PlanImpact,
  type RowCells,
  type UnsoldNights,
} from './change-impact.ts';
import { averageText, impactTexts, largeText, unknownText } from './impact-words.ts';
import { type NotCheaper, notCheaperText } from './parent-prices.ts';
import { unsoldText } from './unsold-nights.ts';
import type { Reading } from './use-reads.ts';

/** The plans with the largest changes. The list below names all changes. */
const MAX_PLANS = 8;
const MAX_UNSOLD = 4;
const MAX_NOT_CHEAPER = 4;

interface ImpactSummaryProps {
  impact: ChangeImpact;
  /** Shows the cells of some nights of a row, and selects them. Undefined if there is no calendar. */
  onShow: ((row: string, nights: readonly string[]) => void) | undefined;
  /** The name of a row. */
  nameOf: (key: string) => string;
  currency: string;
  /** The year of the shown month. Nights of another year are written with it. */
  year: string;
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
  const { impact, nameOf, currency, reading, year } = props;
  const { plans, unknown } = impact;
  const more = plans.length - MAX_PLANS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls beside the changes, also with the keyboard
    <section className="impact" tabIndex={0} aria-label="Impact">
      <Warnings {...props} />
      <ul className="impact-totals">
        {impactTexts(impact, year).map(text => (
          <li key={text}>{text}</li>
        ))}
        {unknown > 0 && <UnknownItem nights={unknown} reading={reading} />}
      </ul>
      {plans.length > 0 && (
        <>
          <h3 id={AVERAGES_ID}>Average prices per night, before pricing rules</h3>
          <ul className="impact-plans" aria-labelledby={AVERAGES_ID}>
            {plans.slice(0, MAX_PLANS).map(plan => (
              <PlanAverage key={plan.row} plan={plan} name={nameOf(plan.row)} currency={currency} />
            ))}
            {more > 0 && <li className="impact-more">and {formatNumber(more)} more</li>}
          </ul>
        </>
      )}
    </section>
  );
}

const AVERAGES_ID = 'average-prices';

/** Each warning leads to its cells. The first one gets the focus when saving stops here. */
function Warnings(props: ImpactSummaryProps) {
  const { impact, notCheaper, nameOf, isWarning, isBusy, fixOf, onShow, onFollow } = props;
  const { unsold, large, largeCells } = impact;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const first = list.current?.querySelector('li');
    if (!isWarning || !first) return;
    // A dialog that opens with the warning moves the focus itself.
    first.autofocus = true;
    first.focus();
  }, [isWarning]);
  if (large + unsold.length + notCheaper.length === 0) return null;
  return (
    <ul ref={list} className="impact-warnings" aria-label="Warnings" aria-live="polite">
      {large > 0 && <LargeWarning text={warningText(large, isWarning)} {...{ cells: largeCells, onShow }} />}
      {unsold.slice(0, MAX_UNSOLD).map(each => {
        const fix = fixOf(each);
        const name = nameOf(each.roomCode);
        return (
          <Warning key={`${each.lacks} ${each.roomCode}`} text={unsoldText(each, name)}>
            <ShowButton what={name} {...(onShow && { onClick: () => onShow(each.roomCode, each.nights) })} />
            {fix && (
              <button type="button" className="quiet small" onClick={fix}>
                Set {each.lacks}
                <span className="unseen"> for {name}</span>
              </button>
            )}
          </Warning>
        );
      })}
      {notCheaper.slice(0, MAX_NOT_CHEAPER).map(each => (
        <Warning key={each.row.key} text={notCheaperText(each)}>
          <ShowButton
            what={nameOf(each.row.key)}
            {...(onShow && { onClick: () => onShow(each.row.key, each.nights) })}
          />
          <button
            type="button"
            className="quiet small"
            disabled={isBusy}
            onClick={event => {
              // The button disappears.
              event.currentTarget.closest<HTMLElement>('.pending-review')?.focus();
              onFollow(each);
            }}
          >
            Follow again
            <span className="unseen">
              : {each.parent.plan?.name}, {nameOf(each.row.key)}
            </span>
          </button>
        </Warning>
      ))}
      {unsold.length > MAX_UNSOLD && <Warning text={moreRoomsText(unsold.length - MAX_UNSOLD)} />}
      {notCheaper.length > MAX_NOT_CHEAPER && (
        <Warning text={morePlansText(notCheaper.length - MAX_NOT_CHEAPER)} />
      )}
    </ul>
  );
}

interface WarningProps {
  text: string;
  children?: ReactNode;
}

function Warning({ text, children }: WarningProps) {
  return (
    <li tabIndex={-1}>
      <span className="impact-text">
        <BannerIcon tone="warn" />
        <span>{text}</span>
      </span>
      {children && <span className="impact-actions">{children}</span>}
    </li>
  );
}

function ShowButton({
  what,
  label = 'Show',
  onClick,
}: {
  what: string;
  label?: string;
  onClick?: () => void;
}) {
  if (onClick === undefined) return null;
  return (
    <button type="button" className="quiet small" onClick={onClick}>
      {label}
      <span className="unseen"> in the calendar: {what}</span>
    </button>
  );
}

type LargeWarningProps = Pick<WarningProps, 'text'> &
  Pick<ImpactSummaryProps, 'onShow'> & { cells: readonly RowCells[] };

/** The cells may be in several rows, which are shown one after the other. */
function LargeWarning({ text, cells, onShow }: LargeWarningProps) {
  const [next, setNext] = useState(0);
  const at = cells[next % cells.length];
  return (
    <Warning text={text}>
      {onShow && at && (
        <ShowButton
          what="large changes"
          label={next > 0 && cells.length > 1 ? 'Show next' : 'Show'}
          onClick={() => {
            setNext(next + 1);
            onShow(at.row, at.nights);
          }}
        />
      )}
    </Warning>
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
