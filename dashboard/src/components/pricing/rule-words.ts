/** Pricing rules in sentences. Pure: the caller resolves the names of partners, hotels and places. */
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { formatMoney, percentText } from '../../lib/format/format.ts';
import { countryName } from '../pickers/code-options.ts';

export type Rule = Output<'pricing/rules/list'>['rules'][number];
export type Action = Input<'pricing/rules/create'>['action'];
export type Conditions = NonNullable<Input<'pricing/rules/create'>['conditions']>;
export type ConditionName = keyof Conditions;

export type NameOf = (kind: 'partners' | 'hotels' | 'places' | 'providers', id: string) => string;

export const CONDITION_LABELS: Record<ConditionName | 'validity', string> = {
  partners: 'Partner',
  partnerGroups: 'Partner group',
  providers: 'Provider',
  hotels: 'Hotel',
  chains: 'Chain',
  places: 'Place',
  stars: 'Stars',
  boards: 'Board',
  refundability: 'Refundability',
  ratePlans: 'Rate plan',
  checkIn: 'Arrival',
  bookedAt: 'Booked',
  weekdays: 'Arrival on',
  leadDays: 'Days before arrival',
  nights: 'Nights',
  nationalities: 'Nationality',
  validity: 'Validity of the rule',
};

export const BOARD_NAMES = {
  RO: 'Room only',
  SC: 'Self-catering',
  BB: 'Bed and breakfast',
  HB: 'Half board',
  FB: 'Full board',
  AI: 'All inclusive',
} as const;

export const REFUNDABILITY_NAMES = {
  REFUNDABLE: 'Refundable',
  PARTIALLY_REFUNDABLE: 'Partially refundable',
  NON_REFUNDABLE: 'Non-refundable',
  UNKNOWN: 'Unknown',
} as const;

export const WEEKDAY_NAMES = {
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
  SUN: 'Sunday',
} as const;

export function actionWords(action: Action): string {
  switch (action.type) {
    case 'MARKUP':
      return markupWords(action);
    case 'COMMISSION':
      return `Selling price: cost ${percentText(signed(action.sellingPercent))}, with ${percentText(action.percent)} commission for the partner${lossWords(action)}`;
    case 'RETAIL':
      return `Selling price: net ${percentText(signed(action.percent))}`;
    case 'ROUND':
      return `Round ${action.target === 'NET' ? 'net' : 'the selling price'} ${action.mode === 'UP' ? 'up to a' : 'to the nearest'} multiple of ${action.to}`;
    case 'HIDE':
      return 'Do not sell';
  }
}

function markupWords(action: Extract<Action, { type: 'MARKUP' }>): string {
  const { percent, amountPerRoomNight: amount, minimumPerRoomNight, maximumPerRoomNight } = action;
  const added = [
    percent === undefined ? '' : percentWords(percent),
    amount ? `${signed(formatMoney(amount))} per room night` : '',
  ].filter(Boolean);
  const bounds = [
    minimumPerRoomNight ? `at least ${formatMoney(minimumPerRoomNight)}` : '',
    maximumPerRoomNight ? `at most ${formatMoney(maximumPerRoomNight)}` : '',
  ].filter(Boolean);
  const boundWords = bounds.length === 0 ? '' : `${bounds.join(' and ')} per room night`;
  return [added.join(' and '), boundWords].filter(Boolean).join(', ') + lossWords(action);
}

function percentWords(percent: string): string {
  return percent.startsWith('-')
    ? `${percentText(percent.slice(1))} below cost`
    : `${percentText(percent)} markup`;
}

function lossWords({ allowLoss }: { allowLoss?: boolean | undefined }): string {
  return allowLoss ? ', even below cost' : '';
}

function signed(text: string): string {
  return text.startsWith('-') ? `−${text.slice(1)}` : `+${text}`;
}

export const CONDITION_NAMES = Object.keys(CONDITION_LABELS).filter(
  (name): name is ConditionName => name !== 'validity',
);

/** The values that a condition requires, such as `3 or more`. */
export function wantedWords(conditions: Conditions, name: ConditionName, nameOf: NameOf): string | undefined {
  const value = conditions[name];
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return listWords(value.map(each => valueName(name, each, nameOf)));
  return rangeWords(value as { from?: string | number; to?: string | number });
}

const SHOWN = 3;

function listWords(names: readonly string[]): string {
  const rest = names.length - SHOWN;
  if (rest > 1) return `${names.slice(0, SHOWN).join(', ')} or ${rest} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function rangeWords({ from, to }: { from?: string | number; to?: string | number }): string {
  if (from !== undefined && to !== undefined) return from === to ? String(from) : `${from} to ${to}`;
  if (from !== undefined) return typeof from === 'number' ? `${from} or more` : `from ${from}`;
  return typeof to === 'number' ? `${to} or fewer` : `until ${to}`;
}

/** The display name of one condition value. Also used for the values of an offer. */
export function valueName(name: string, value: string, nameOf: NameOf): string {
  switch (name) {
    case 'partners':
    case 'hotels':
    case 'places':
    case 'providers':
      return nameOf(name, value);
    case 'boards':
      return BOARD_NAMES[value as keyof typeof BOARD_NAMES] ?? value;
    case 'refundability':
      return (REFUNDABILITY_NAMES[value as keyof typeof REFUNDABILITY_NAMES] ?? value).toLowerCase();
    case 'nationalities':
      return countryName(value);
    case 'weekdays':
      return WEEKDAY_NAMES[value as keyof typeof WEEKDAY_NAMES] ?? value;
    default:
      return value;
  }
}

/** Describes when the rule applies. Undefined if it always applies. */
export function validityWords({
  validFrom,
  validTo,
}: {
  validFrom?: string | null | undefined;
  validTo?: string | null | undefined;
}): string | undefined {
  if (validFrom && validTo) return `${dayOrTime(validFrom)} to ${dayOrTime(validTo)}`;
  if (validFrom) return `from ${dayOrTime(validFrom)}`;
  return validTo ? `until ${dayOrTime(validTo)}` : undefined;
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const UTC_DAY = new Intl.DateTimeFormat('en-GB', DAY);
const UTC_TIME = new Intl.DateTimeFormat('en-GB', { ...DAY, hour: '2-digit', minute: '2-digit' });

/** Rules apply by the time in UTC, so the time zone of the browser is not used. */
function dayOrTime(validity: string): string {
  const at = new Date(validity);
  return validity.includes('T') ? `${UTC_TIME.format(at)} UTC` : UTC_DAY.format(at);
}

const PHRASES: Record<ConditionName, (wanted: string) => string> = {
  partners: wanted => wanted,
  partnerGroups: wanted => `partners in group ${wanted}`,
  providers: wanted => `offers from ${wanted}`,
  hotels: wanted => wanted,
  chains: wanted => `hotels of the chain ${wanted}`,
  places: wanted => `hotels in ${wanted}`,
  stars: wanted => `hotels with ${wanted} stars`,
  boards: wanted => wanted.toLowerCase(),
  refundability: wanted => `${wanted.toLowerCase()} offers`,
  ratePlans: wanted => `rate plan ${wanted}`,
  checkIn: wanted => `arrivals ${wanted}`,
  bookedAt: wanted => `bookings made ${wanted}`,
  weekdays: wanted => `arrivals on ${wanted}`,
  leadDays: wanted => `bookings ${wanted} days before arrival`,
  nights: wanted => `stays of ${wanted} nights`,
  nationalities: wanted => `guests from ${wanted}`,
};

/** For example "For partners in group gold, hotels in Spain: 8% markup, at least 2.00 EUR per room night". */
export function ruleSentence(
  rule: { conditions?: Conditions | undefined; action: Action },
  nameOf: NameOf,
): string {
  const { conditions = {} } = rule;
  const phrases = CONDITION_NAMES.flatMap(name => {
    const wanted = wantedWords(conditions, name, nameOf);
    return wanted === undefined ? [] : [PHRASES[name](wanted)];
  });
  const words = actionWords(rule.action);
  const action = rule.action.type === 'MARKUP' ? words : words.charAt(0).toLowerCase() + words.slice(1);
  return `For ${phrases.length === 0 ? 'all offers' : phrases.join(', ')}: ${action}`;
}
