/** The figures above the calendar, each with that of the year before. Pure. */
import { PICKUP_DAYS } from '@serai/contract/shared/pickup-days.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { type Change, changeOf, pointsOf } from '../../lib/format/change.ts';
import { formatAmount, formatMoney, formatNumber } from '../../lib/format/format.ts';

type Performance = Output<'inventory/performance'>;

export interface ShownPerformance extends Performance {
  /** The same weekdays of the year before, in the same order. Undefined while they load. */
  before: Performance | undefined;
}

/** Undefined while the figures load, null if they could not be read. */
export type ReadPerformance = ShownPerformance | null | undefined;

export type Figures = Performance['total'];

export interface FigureTile {
  name: string;
  /** Undefined while it loads. A dash would mean that there is no value. */
  value: string | undefined;
  hint: string;
  /** The figure of the year before, which is shown instead of the hint, and the change since then. */
  before?: { text: string; change: Change | undefined } | undefined;
}

export const signedCount = (count: number) => (count > 0 ? `+${formatNumber(count)}` : formatNumber(count));

export const pickupName = (days: number) => `Pickup (${days} days)`;

/** A space that keeps the height of the line. */
const NO_HINT = '\u00A0';

const NAMES = ['Occupancy', 'ADR', 'Room revenue', pickupName(PICKUP_DAYS)];

export function tilesOf(performance: ReadPerformance): readonly FigureTile[] {
  if (performance) return knownTiles(performance);
  return NAMES.map(name => ({ name, value: performance === null ? '–' : undefined, hint: NO_HINT }));
}

function knownTiles({ total, pickupDays, before }: ShownPerformance): readonly FigureTile[] {
  // Without sales, there was nothing to compare with.
  const past = before && before.total.sold > 0 ? before.total : undefined;
  const numberOf = (money: Figures['adr'] | undefined) => (money ? Number(money.amount) : undefined);
  return [
    {
      name: 'Occupancy',
      value: total.occupancyPercent === null ? '–' : `${total.occupancyPercent}%`,
      hint: `${formatNumber(total.sold)} of ${formatNumber(total.allotment)} room nights`,
      before: past && occupancyBefore(total, past),
    },
    {
      name: 'ADR',
      value: total.adr === null ? '–' : formatMoney(total.adr),
      hint: 'Per sold room night',
      before: past?.adr
        ? {
            text: `${formatAmount(past.adr)} ${YEAR_EARLIER}`,
            change: changeOf(numberOf(total.adr), numberOf(past.adr)),
          }
        : undefined,
    },
    {
      name: 'Room revenue',
      value: formatMoney(total.revenue),
      hint: 'Before pricing rules',
      before: past && {
        text: `${formatAmount(past.revenue)} ${YEAR_EARLIER}`,
        change: changeOf(numberOf(total.revenue), numberOf(past.revenue)),
      },
    },
    {
      name: pickupName(pickupDays),
      value: `${signedCount(total.pickupRooms)} room nights`,
      hint: formatMoney(total.pickupRevenue),
      before: past && {
        text: `${signedCount(past.pickupRooms)} ${YEAR_EARLIER}`,
        change: changeOf(total.pickupRooms, past.pickupRooms),
      },
    },
  ];
}

const YEAR_EARLIER = 'a year earlier';

/**
 * If the allotment of the year before is not known, or was reduced below the sold rooms, the sold room nights are
 * compared.
 */
function occupancyBefore(total: Figures, past: Figures): FigureTile['before'] {
  const [now, then] = [total.occupancyPercent, past.occupancyPercent];
  if (then === null || Number(then) > 100)
    return {
      text: `${formatNumber(past.sold)} sold ${YEAR_EARLIER}`,
      change: changeOf(total.sold, past.sold),
    };
  return {
    text: `${then}% ${YEAR_EARLIER}`,
    change: now === null ? undefined : pointsOf(Number(now) / 100, Number(then) / 100),
  };
}
