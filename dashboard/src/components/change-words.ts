/** Words for the fields and values of audited changes. Pure. */
import type { Role } from '@serai/contract/roles.ts';
import {
  formatDateTime,
  formatMoney,
  formatMs,
  formatNumber,
  formatUtcDay,
  percentText,
} from '../lib/format/format.ts';
import { monthName } from '../lib/format/month.ts';
import { STATUS_LABELS } from './booking-labels.ts';
import { ROLES_EXPLAINED } from './people/member.ts';

/** Names of fields that do not read well on their own. */
const FIELDS: Readonly<Record<string, string>> = {
  bookedAt: 'booking date',
  categoryCode: 'category',
  ceilings: 'maximum limits',
  checkIn: 'check-in times',
  checkOut: 'check-out times',
  closing: 'closing balance',
  confirms: 'confirmed proposals',
  creditLimitMinor: 'credit limit',
  dead: 'failed jobs',
  enabled: 'status',
  expiresAt: 'expiry',
  guestDays: 'guest data retention',
  images: 'photos',
  keep: 'settings to keep',
  kid: 'key in use',
  leadDays: 'days before arrival',
  maxKeyLifetimeDays: 'maximum key lifetime',
  missing: 'missing hotels',
  more: 'further changes',
  next: 'next key',
  noteId: 'note',
  paymentDays: 'payment terms',
  perDay: 'requests per day',
  perHour: 'requests per hour',
  perMinute: 'requests per minute',
  present: 'hotels at the provider',
  requireSecondFactor: 'two-factor requirement',
  secondFactor: 'two-factor sign-in',
  sessionsEnded: 'ended sessions',
  timeoutMs: 'timeout',
};

/** Labels that differ from the words within a sentence. */
const LABELS: Readonly<Record<string, string>> = {
  checkIn: 'check-in',
  checkOut: 'check-out',
  enabled: 'enabled',
  expiresAt: 'expires',
};

/** Labels of fields that mean something else inside a certain object. */
const INNER_LABELS: Readonly<Record<string, string>> = {
  'ceilings.keys': 'maximum number of keys',
  'spend.perBooking': 'spend limit per booking',
  'spend.perDay': 'daily spend limit',
};

/** Objects that only group their fields. */
const GROUPS: ReadonlySet<string> = new Set([
  'action',
  'company',
  'conditions',
  'document',
  'limits',
  'settings',
]);

const ACRONYMS: Readonly<Record<string, string>> = {
  bic: 'BIC',
  id: 'ID',
  ids: 'IDs',
  ip: 'IP',
  ucp: 'UCP',
  url: 'URL',
  utc: 'UTC',
  vat: 'VAT',
};

/** `penaltyBorneBy` and `PENALTY_BORNE_BY` become "penalty borne by". */
export function wordsOf(name: string): string {
  const separated = /[a-z]/.test(name) ? name.replaceAll(/([A-Z])/g, ' $1') : name;
  return separated
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
    .trim()
    .split(' ')
    .map(word => ACRONYMS[word] ?? word)
    .join(' ');
}

/** A field within a sentence, for example `expiry`. */
export function fieldWords(name: string): string {
  return FIELDS[name] ?? wordsOf(name.replace(UNIT, ''));
}

/** The label of a field, for example `Expires` or `Check-in, from`. The names in `path` are separated by dots. */
export function fieldLabel(path: string): string {
  const names = path.split('.');
  const last = names.at(-1) ?? path;
  const inner = INNER_LABELS[names.slice(-2).join('.')];
  const parents = names.slice(0, inner === undefined ? -1 : -2).filter(name => !GROUPS.has(name));
  return sentenceCase([...parents.map(labelWords), inner ?? labelWords(last)].join(', '));
}

/** A date follows some labels: "Erased: 24 Nov 2026". */
function labelWords(name: string): string {
  return LABELS[name] ?? fieldWords(name).replace(/ (at|on)$/, '');
}

export function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const UNIT = /(Days|Minor|Ms|Seconds)$/;

function withUnit(field: string, value: number): string {
  switch (UNIT.exec(field)?.[1]) {
    case 'Days':
      return `${formatNumber(value)} ${value === 1 ? 'day' : 'days'}`;
    case 'Minor':
      return `${formatNumber(value)} (in the smallest unit of the currency)`;
    case 'Ms':
      return formatMs(value);
    case 'Seconds':
      return formatMs(value * 1000);
    default:
      return formatNumber(value);
  }
}

/** Fields whose values are codes of one word, such as `ACTIVE`. Codes of several words are recognised anywhere. */
const CODES: ReadonlySet<string> = new Set([
  'billingModel',
  'decision',
  'effect',
  'keep',
  'kind',
  'mode',
  'penaltyBorneBy',
  'purpose',
  'refundability',
  'state',
  'status',
  'statusReason',
  'target',
  'type',
  'weekdays',
]);

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MONTH = /^\d{4}-\d\d$/;

function textOf(field: string, text: string): string {
  if (field === 'role') return ROLES_EXPLAINED[text as Role]?.name ?? text;
  if (/percent$/i.test(field)) return percentText(text);
  if (INSTANT.test(text)) return formatDateTime(text);
  if (DAY.test(text)) return formatUtcDay(`${text}T00:00:00Z`);
  if (MONTH.test(text) && field === 'month') return monthName(text);
  const isCode = /^[A-Z]+(_[A-Z]+)+$/.test(text) || (CODES.has(field) && /^[A-Z]+$/.test(text));
  if (!isCode) return text;
  return (STATUS_LABELS as Readonly<Record<string, string>>)[text] ?? sentenceCase(wordsOf(text));
}

/** `field` is the name of the field without its path. */
export function valueText(field: string, value: unknown): string {
  if (isEmpty(value)) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return withUnit(field, value);
  if (typeof value === 'string') return textOf(field, value);
  if (Array.isArray(value)) return value.map(item => valueText(field, item)).join(', ');
  if (isMoney(value)) return formatMoney(value);
  return Object.entries(value as object)
    .filter(([, inner]) => !isEmpty(inner))
    .map(([name, inner]) => `${fieldWords(name)} ${valueText(name, inner)}`)
    .join(', ');
}

/** Whether a value says nothing: null, or an empty text, list or object. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

export function isMoney(value: unknown): value is { amount: string; currency: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { amount, currency, ...others } = value as Record<string, unknown>;
  return typeof amount === 'string' && typeof currency === 'string' && Object.keys(others).length === 0;
}
