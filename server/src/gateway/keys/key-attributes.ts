/** The editable attributes of a key. Validates input and describes what an edit changed. Pure. */
import { DEFAULT_KEY_LIMITS, type keyUcp } from '@serai/contract/account/key.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { Scope } from '@serai/contract/scopes.ts';
import type { z } from 'zod';
import { parseAddressEntry } from '../../platform/http/address-list.ts';
import type { AuditState } from '../../platform/operations/operator/audit-entry.ts';
import { validationError } from '../../platform/operations/validate.ts';
import type { SpendLimit } from '../../platform/token/token-claims.ts';
import type { Limits } from '../limits/limiter.ts';
import { mergeSpendLimit, type SpendLimitInput, spendLimitView } from './spend-limit.ts';

export interface KeyAttributes {
  name: string;
  scopes: readonly Scope[];
  /** An empty list allows every address. */
  allowedAddresses: readonly string[];
  limits: Limits;
  spendLimit: SpendLimit | null;
  ucp: KeyUcp | null;
  expiresAt: Date | null;
}

/** The platform that uses the key with UCP. */
export type KeyUcp = NonNullable<z.output<ReturnType<typeof keyUcp>>>;

type Sent<T> = { [Member in keyof T]?: T[Member] | undefined };

export interface KeyAttributesInput {
  name?: string | undefined;
  scopes?: readonly Scope[] | undefined;
  allowedAddresses?: readonly string[] | undefined;
  limits?: (Sent<Limits> & { spend?: SpendLimitInput | undefined }) | undefined;
  ucp?: KeyUcp | null | undefined;
  expiresAt?: string | null | undefined;
}

/** The attributes of a new key for which only the required fields were given. */
export function newKeyAttributes(name: string, scopes: readonly Scope[], ceilings?: Limits): KeyAttributes {
  const limits = ceilings === undefined ? DEFAULT_KEY_LIMITS : lowerOf(DEFAULT_KEY_LIMITS, ceilings);
  return { name, scopes, allowedAddresses: [], limits, spendLimit: null, ucp: null, expiresAt: null };
}

function lowerOf(one: Limits, other: Limits): Limits {
  return {
    perMinute: Math.min(one.perMinute, other.perMinute),
    perHour: Math.min(one.perHour, other.perHour),
    perDay: Math.min(one.perDay, other.perDay),
  };
}

export interface ExpiryRule {
  nowMs: number;
  /** The longest lifetime that the organisation allows. Null means no limit. */
  maxLifetimeDays: number | null;
}

export interface KeyRules extends ExpiryRule {
  /** The highest limits that the key may be given. Undefined for the operator. */
  ceilings?: Limits | undefined;
}

/** Merges the given fields into the attributes. Throws a VALIDATION_ERROR that lists every invalid field. */
export function mergeKeyAttributes(
  present: KeyAttributes,
  input: KeyAttributesInput,
  rules: KeyRules,
): KeyAttributes {
  const details: ErrorDetail[] = [];
  const merged: KeyAttributes = {
    name: input.name ?? present.name,
    scopes: input.scopes ?? present.scopes,
    allowedAddresses:
      input.allowedAddresses === undefined
        ? present.allowedAddresses
        : parseAddresses(input.allowedAddresses, details),
    limits: mergeLimits(present.limits, input.limits ?? {}, rules.ceilings, details),
    spendLimit: mergeSpendLimit(present.spendLimit, input.limits?.spend, details),
    ucp: input.ucp === undefined ? present.ucp : input.ucp,
    expiresAt:
      input.expiresAt === undefined ? present.expiresAt : parseExpiry(input.expiresAt, rules, details),
  };
  if (merged.ucp?.requiresApproval && merged.scopes.includes('hotels:book')) {
    // The key could otherwise book without approval through the other interfaces.
    const message =
      'A key whose UCP sessions require approval cannot have the scope hotels:book. Remove the scope, or the approval.';
    details.push({ path: '/scopes', code: 'BOOKS_WITHOUT_APPROVAL', message });
  }
  if (details.length === 0) return merged;
  throw validationError(details);
}

function mergeLimits(
  present: Limits,
  sent: Sent<Limits>,
  ceilings: Limits | undefined,
  details: ErrorDetail[],
): Limits {
  const merge = (window: keyof Limits): number => {
    const wanted = sent[window] ?? present[window];
    const ceiling = ceilings?.[window];
    if (ceiling !== undefined && wanted > ceiling && wanted > present[window]) {
      details.push(aboveCeiling(window, ceiling));
    }
    return wanted;
  };
  return { perMinute: merge('perMinute'), perHour: merge('perHour'), perDay: merge('perDay') };
}

const SPANS: Readonly<Record<keyof Limits, string>> = { perMinute: 'minute', perHour: 'hour', perDay: 'day' };

function aboveCeiling(window: keyof Limits, ceiling: number): ErrorDetail {
  const message = `Keys of this partner are limited to ${ceiling} request${ceiling === 1 ? '' : 's'} per ${SPANS[window]}. Ask the operator for a higher maximum.`;
  return { path: `/limits/${window}`, code: 'ABOVE_CEILING', message, ceiling };
}

/** Removes duplicates and normalises each entry. */
function parseAddresses(entries: readonly string[], details: ErrorDetail[]): string[] {
  const addresses = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const parsed = parseAddressEntry(entry);
    if ('address' in parsed) addresses.add(parsed.address);
    else
      details.push({ path: `/allowedAddresses/${index}`, code: 'INVALID_ADDRESS', message: parsed.problem });
  }
  return [...addresses];
}

function parseExpiry(text: string | null, rule: ExpiryRule, details: ErrorDetail[]): Date | null {
  const expiresAt = text === null ? null : new Date(text);
  const problem = pastExpiry(expiresAt, rule.nowMs) ?? lateExpiry(expiresAt, rule);
  if (problem !== undefined) details.push(problem);
  return expiresAt;
}

function pastExpiry(expiresAt: Date | null, nowMs: number): ErrorDetail | undefined {
  // The comparison is also false for an invalid date.
  if (expiresAt === null || expiresAt.getTime() > nowMs) return undefined;
  const message = `The expiry must be in the future. The current time is ${new Date(nowMs).toISOString()}.`;
  return { path: '/expiresAt', code: 'NOT_IN_FUTURE', message };
}

const DAY_MS = 86_400_000;
/** Tolerance for clients whose clock is ahead of ours. */
const SLACK_MS = 3_600_000;

export function lateExpiry(
  expiresAt: Date | null,
  { nowMs, maxLifetimeDays }: ExpiryRule,
): ErrorDetail | undefined {
  if (maxLifetimeDays === null) return undefined;
  const latestMs = nowMs + maxLifetimeDays * DAY_MS;
  if (expiresAt !== null && expiresAt.getTime() <= latestMs + SLACK_MS) return undefined;
  const latest = new Date(latestMs).toISOString();
  const message = `The partner limits the lifetime of keys to ${maxLifetimeDays === 1 ? '1 day' : `${maxLifetimeDays} days`}. Set an expiry no later than ${latest}.`;
  return { path: '/expiresAt', code: 'LIFETIME_TOO_LONG', message, maxKeyLifetimeDays: maxLifetimeDays };
}

/** Returns the attributes with the field names of the API, for the audit log. */
export function describeAttributes(attributes: KeyAttributes): AuditState {
  const { name, scopes, allowedAddresses, spendLimit, ucp, expiresAt } = attributes;
  const limits = { ...attributes.limits, spend: spendLimitView(spendLimit) };
  return { name, scopes, allowedAddresses, limits, ucp, expiresAt: expiresAt?.toISOString() ?? null };
}

/**
 * Returns the fields that differ, before and after. Limits include only the windows that differ. Returns undefined if
 * nothing differs.
 */
export function differenceOf(
  before: KeyAttributes,
  after: KeyAttributes,
): { before: AuditState; after: AuditState } | undefined {
  return difference(describeAttributes(before), describeAttributes(after));
}

function difference(
  before: AuditState,
  after: AuditState,
): { before: AuditState; after: AuditState } | undefined {
  const changed: Record<'before' | 'after', Record<string, unknown>> = { before: {}, after: {} };
  for (const [member, value] of Object.entries(after)) {
    const earlier = before[member];
    if (JSON.stringify(earlier) === JSON.stringify(value)) continue;
    const inner = isPlainObject(earlier) && isPlainObject(value) ? difference(earlier, value) : undefined;
    changed.before[member] = inner?.before ?? earlier;
    changed.after[member] = inner?.after ?? value;
  }
  return Object.keys(changed.after).length > 0 ? changed : undefined;
}

function isPlainObject(value: unknown): value is AuditState {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
