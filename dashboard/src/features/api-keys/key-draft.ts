/** The key form: its values, the choices it offers and the input it sends. Pure. */
import type { Scope } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Input } from '../../lib/calls/operator-client.ts';
import { formatDateTime, localToday } from '../../lib/format/format.ts';
import { parseEntry, splitEntries } from './address-entries.ts';
import type { ApiKey } from './api-key.tsx';

export interface KeyDraft {
  name: string;
  scopes: readonly Scope[];
  /** Addresses and ranges, separated by line breaks, commas or spaces. */
  addresses: string;
  perMinute: string;
  perHour: string;
  perDay: string;
  /** Empty for no limit. */
  spendPerDay: string;
  spendPerBooking: string;
  spendCurrency: string;
  /** URL of the profile of a UCP platform. Empty for none. */
  ucpProfile: string;
  /** Empty for the version that Serai implements. */
  ucpVersion: string;
  /** Names, separated like addresses. Empty for the capabilities that Serai implements. */
  ucpCapabilities: string;
  ucpApproval: boolean;
  /** `never`, `keep`, `on`, or a number of days. */
  expiry: string;
  /** The last valid day, if `expiry` is `on`. */
  lastDay: string;
}

type RateLimits = Omit<ApiKey['limits'], 'spend'>;

const DEFAULT_LIMITS: RateLimits = { perMinute: 600, perHour: 15_000, perDay: 250_000 };

/** A new key gets the default limits, or the partner's maximums if they are lower. */
export function emptyDraft(ceilings: RateLimits, currency: string): KeyDraft {
  const limit = (window: keyof RateLimits) => String(Math.min(DEFAULT_LIMITS[window], ceilings[window]));
  return {
    name: '',
    scopes: [],
    addresses: '',
    perMinute: limit('perMinute'),
    perHour: limit('perHour'),
    perDay: limit('perDay'),
    spendPerDay: '',
    spendPerBooking: '',
    spendCurrency: currency,
    ...ucpDraft(null),
    expiry: 'never',
    lastDay: '',
  };
}

/** `currency` is proposed for a key without a spend limit. */
export function draftOf(key: ApiKey, currency: string): KeyDraft {
  const { name, scopes, allowedAddresses, limits } = key;
  return {
    name,
    scopes,
    addresses: allowedAddresses.join('\n'),
    perMinute: String(limits.perMinute),
    perHour: String(limits.perHour),
    perDay: String(limits.perDay),
    spendPerDay: limits.spend?.perDay?.amount ?? '',
    spendPerBooking: limits.spend?.perBooking?.amount ?? '',
    spendCurrency: (limits.spend?.perDay ?? limits.spend?.perBooking)?.currency ?? currency,
    ...ucpDraft(key.ucp),
    expiry: 'keep',
    lastDay: '',
  };
}

export function toCreateInput(
  draft: KeyDraft,
  environment: Environment,
  nowMs: number,
): Input<'keys/create'> {
  return {
    name: draft.name.trim(),
    environment,
    scopes: [...draft.scopes],
    allowedAddresses: splitEntries(draft.addresses),
    limits: limitsOf(draft, null),
    expiresAt: expiryOf(draft, null, nowMs),
    ...ucpOf(draft, null),
  };
}

/** Returns only the changed fields, or undefined if nothing changed. */
export function toUpdateInput(draft: KeyDraft, key: ApiKey, nowMs: number): Input<'keys/update'> | undefined {
  const { keyId } = key;
  const wanted = {
    name: draft.name.trim(),
    scopes: [...draft.scopes],
    allowedAddresses: splitEntries(draft.addresses),
    limits: limitsOf(draft, key.limits.spend),
    expiresAt: expiryOf(draft, key.expiresAt, nowMs),
  };
  const { spend: _, ...rates } = key.limits;
  const present = { ...key, limits: rates };
  const changed = Object.entries(wanted).filter(
    ([field, value]) => textOf(value) !== textOf(present[field as keyof typeof wanted]),
  );
  const ucp = ucpOf(draft, key.ucp);
  const isSame = changed.length === 0 && ucp === undefined;
  return isSame ? undefined : { keyId, ...Object.fromEntries(changed), ...ucp };
}

type UcpDraft = Pick<KeyDraft, 'ucpProfile' | 'ucpVersion' | 'ucpCapabilities' | 'ucpApproval'>;

function ucpDraft(ucp: ApiKey['ucp']): UcpDraft {
  return {
    ucpProfile: ucp?.profileUrl ?? '',
    ucpVersion: ucp?.version ?? '',
    ucpCapabilities: ucp?.capabilities.join('\n') ?? '',
    ucpApproval: ucp?.requiresApproval ?? false,
  };
}

/** Contains the platform only if it changed. */
function ucpOf(draft: KeyDraft, present: ApiKey['ucp']) {
  const before = ucpDraft(present);
  const isSame = (Object.keys(before) as (keyof UcpDraft)[]).every(field => draft[field] === before[field]);
  const profileUrl = draft.ucpProfile.trim();
  if (isSame || (profileUrl === '' && present === null)) return undefined;
  if (profileUrl === '') return { ucp: null };
  const version = draft.ucpVersion.trim();
  const capabilities = splitEntries(draft.ucpCapabilities);
  // A stored list that was not edited is sent unchanged, even if it is empty. Otherwise the default would replace it.
  const isStored = present !== null && draft.ucpCapabilities === before.ucpCapabilities;
  return {
    ucp: {
      profileUrl,
      ...(version !== '' && { version }),
      ...((isStored || capabilities.length > 0) && { capabilities }),
      requiresApproval: draft.ucpApproval,
    },
  };
}

export function addressProblem(text: string): string | undefined {
  for (const entry of splitEntries(text)) {
    const parsed = parseEntry(entry);
    if ('problem' in parsed) return parsed.problem;
  }
  return undefined;
}

/** Contains the spend limit only if it changed, because some roles may change only the other limits. */
function limitsOf(draft: KeyDraft, present: ApiKey['limits']['spend']) {
  const { perMinute, perHour, perDay, spendPerDay, spendPerBooking, spendCurrency: currency } = draft;
  const money = (amount: string) => (amount.trim() === '' ? null : { amount: amount.trim(), currency });
  const wanted = { perDay: money(spendPerDay), perBooking: money(spendPerBooking) };
  const isNone = wanted.perDay === null && wanted.perBooking === null;
  const spend = isNone ? null : wanted;
  const rates = { perMinute: Number(perMinute), perHour: Number(perHour), perDay: Number(perDay) };
  return textOf(spend) === textOf(present) ? rates : { ...rates, spend };
}

/** Lists are sorted, because the order of scopes and addresses does not matter. */
function textOf(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
}

const DAY_MS = 86_400_000;
const USUAL_DAYS = [30, 90, 365];

type Choice = readonly [value: string, label: string];

/** `maxDays` is the partner's maximum key lifetime. `present` is the expiry of an existing key. */
export function expiryChoices(maxDays: number | null, present: string | null | undefined): readonly Choice[] {
  const days = USUAL_DAYS.filter(usual => maxDays === null || usual < maxDays);
  if (maxDays !== null) days.push(maxDays);
  const kept: Choice[] =
    present === undefined
      ? []
      : [['keep', present === null ? 'Never' : `Unchanged: ${formatDateTime(present)}`]];
  const mayNever = maxDays === null && present !== null;
  return [
    ...kept,
    ...(mayNever ? [['never', 'Never'] as const] : []),
    ...days.map(number => [String(number), number === 365 ? 'In a year' : `In ${number} days`] as const),
    ['on', 'On a specific date'] as const,
  ];
}

/** Preselected expiry of a new key: never, or at most 90 days if the partner limits the lifetime. */
export function defaultExpiry(maxDays: number | null): string {
  return maxDays === null ? 'never' : String(Math.min(90, maxDays));
}

/** Preselected last day, so that a key with an expiry date is never sent without one. */
export function defaultLastDay(maxDays: number | null, now: Date): string {
  const usual = dayAfter(90, now);
  const latest = latestLastDay(maxDays, now) ?? usual;
  return latest < usual ? latest : usual;
}

/** The key is valid until the end of its last day, which must be within the maximum. Undefined without a maximum. */
export function latestLastDay(maxDays: number | null, now: Date): string | undefined {
  return maxDays === null ? undefined : dayAfter(Math.max(0, maxDays - 1), now);
}

function dayAfter(days: number, now: Date): string {
  return localToday(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}

/** Such a draft must not be sent. */
export function lacksLastDay({ expiry, lastDay }: Pick<KeyDraft, 'expiry' | 'lastDay'>): boolean {
  return expiry === 'on' && Number.isNaN(Date.parse(`${lastDay}T23:59:59`));
}

/** The timestamp to send, or null for never. If a date is chosen, it is the end of that day in the user's time zone. Throws RangeError if it is invalid. */
function expiryOf(
  { expiry, lastDay }: { expiry: string; lastDay: string },
  present: string | null,
  nowMs: number,
): string | null {
  if (expiry === 'keep') return present;
  if (expiry === 'never') return null;
  if (expiry !== 'on') return new Date(nowMs + Number(expiry) * DAY_MS).toISOString();
  return new Date(`${lastDay}T23:59:59`).toISOString();
}

/** A scope that is missing here is a type error. */
export const SCOPE_LABELS: Record<Scope, string> = {
  'hotels:search': 'Search availability',
  'hotels:quote': 'Recheck price and availability',
  'hotels:book': 'Create bookings',
  'hotels:read': 'Read and list bookings',
  'hotels:cancel': 'Cancel bookings',
  'content:read': 'Read hotel content',
};

export const SCOPES = Object.keys(SCOPE_LABELS) as Scope[];

export const PRESETS: readonly { name: string; scopes: readonly Scope[] }[] = [
  { name: 'Search and quote', scopes: ['hotels:search', 'hotels:quote', 'content:read'] },
  { name: 'Full booking', scopes: SCOPES },
  { name: 'Content', scopes: ['content:read'] },
];
