/** Names of boards and rate plans, and what the check of the terms found. Pure. */
import { formatSignedMoney, formatUtcDay, percentText } from '../../../lib/format/format.ts';
import type { DocumentDraft } from './document-draft.ts';

export const BOARDS = [
  ['RO', 'Room only'],
  ['SC', 'Self-catering'],
  ['BB', 'Bed and breakfast'],
  ['HB', 'Half board'],
  ['FB', 'Full board'],
  ['AI', 'All inclusive'],
] as const;

export const boardName = (code: string) => BOARDS.find(([each]) => each === code)?.[1].toLowerCase() ?? code;

export const nameOf = (names: Readonly<Record<string, string>>) => names.en ?? Object.values(names)[0] ?? '';

export function planName({ plans }: Pick<DocumentDraft, 'plans'>, code: string): string {
  return nameOf(plans.find(plan => plan.code === code)?.name ?? {}) || code;
}

/** How a plan follows another one, for example `Flexible −10%`. Undefined if it has its own prices. */
export function derivationText(
  { derivedFrom }: Pick<DocumentDraft['plans'][number], 'derivedFrom'>,
  document: Pick<DocumentDraft, 'plans' | 'currency'>,
): string | undefined {
  if (derivedFrom === undefined) return undefined;
  const { percent, amount } = derivedFrom;
  const plan = planName(document, derivedFrom.plan);
  const { currency } = document;
  const change = amount === undefined ? percent : amount;
  if (change === undefined || !/[1-9]/.test(change)) return `same price as ${plan}`;
  if (amount !== undefined) return `${plan} ${formatSignedMoney({ amount, currency })}`;
  const size = percentText(change.replace(/^[-+]/, ''));
  return `${plan} ${change.startsWith('-') ? '−' : '+'}${size}`;
}

type Plan = DocumentDraft['plans'][number];

/** Why a plan is not on sale, for example `active, not on sale: bookable until 3 Mar 2026`. Undefined if it is. */
export function saleText(
  { active, rooms, bookingWindow }: Pick<Plan, 'active' | 'rooms' | 'bookingWindow'>,
  today: string,
): string | undefined {
  if (active === false) return 'not on sale';
  const { from = '', to = '' } = bookingWindow ?? {};
  const reason =
    rooms.length === 0
      ? 'no room types'
      : from > today
        ? `bookable from ${formatUtcDay(from)}`
        : to !== '' && to < today
          ? `bookable until ${formatUtcDay(to)}`
          : undefined;
  return reason && `active, not on sale: ${reason}`;
}

/** What the check of the server found, for example `1 problem, 4 warnings`. Undefined if it found nothing. */
export function findingsText(problems: number, warnings: number): string | undefined {
  const counted = (count: number, noun: string) =>
    count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
  return [...counted(problems, 'problem'), ...counted(warnings, 'warning')].join(', ') || undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  SOLD_OUT: 'no rooms are left.',
  MINIMUM_STAY: 'the stay is too short.',
  MAXIMUM_STAY: 'the stay is too long.',
  CHECKIN_NOT_ALLOWED: 'the day is closed to arrival.',
  CHECKOUT_NOT_ALLOWED: 'the day is closed to departure.',
  RELEASE_PERIOD: 'the arrival is too soon or too late.',
  STOP_SELL: 'no rate plan has a price on these nights, or sales are stopped.',
};

/** Why a sample stay cannot be sold, after `Not sold:`. */
export function notSoldText(
  reason: string,
  { adults, childAges }: { adults: number; childAges: readonly number[] },
): string {
  const children = childAges.length;
  const guests = [
    adults === 1 ? '1 adult' : `${adults} adults`,
    ...(children === 0 ? [] : [children === 1 ? '1 child' : `${children} children`]),
  ].join(' and ');
  if (reason === 'MAXIMUM_OCCUPANCY') return `no room type fits ${guests}.`;
  if (reason === 'CHILDREN_NOT_ALLOWED') {
    const ages = new Intl.ListFormat('en-GB').format(childAges.map(String));
    return children === 1
      ? `no room type accepts a child aged ${ages}, or there is no price for this age.`
      : `no room type accepts children aged ${ages}, or there is no price for one of these ages.`;
  }
  return REASONS[reason] ?? reason;
}
