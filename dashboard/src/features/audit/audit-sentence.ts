/** Describes an audit entry in one sentence, for example "Olivia invited Mei as Developer". Pure. */
import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import type { Role } from '@serai/contract/roles.ts';
import { fieldWords, wordsOf } from '../../components/change-words.ts';
import { ROLES_EXPLAINED } from '../../components/people/member.ts';
import { type ActorNames, actorLabel, actorName } from '../../lib/actor-name.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';

export type AuditEntry = Output<'audit/list'>['entries'][number];

type Facts = Pick<AuditEntry, 'actor' | 'action' | 'target' | 'before' | 'after'>;

/** Names of people by email address, and of objects by id. An id without a name is shown as it is. */
export type Names = ActorNames;

/** Where the name of a provider is. Codes are unique only within an environment, and can equal the name of an actor. */
export function providerKey(environment: string, code: string): string {
  return `provider:${environment}:${code}`;
}

/** Text, or the name of the changed object, which the page may link to its page. */
export type Piece = string | { target: string };

export function auditSentence(entry: Facts, names: Names): Piece[] {
  const { actor, action, target } = entry;
  const what = isKnown(action) ? SENTENCES[action](entry, names) : `performed ${action} on ${TARGET}`;
  const [first = '', ...rest] = `${actorLabel(actor, names)} ${what}`.split(TARGET);
  const name = names.get(target) ?? (givenName(entry) || target);
  return [first, ...rest.flatMap(text => [{ target: name }, text])].filter(piece => piece !== '');
}

export function sentenceText(pieces: readonly Piece[]): string {
  return pieces.map(piece => (typeof piece === 'string' ? piece : piece.target)).join('');
}

/** Marks where the name of the target belongs. It cannot occur in a text that a person typed. */
const TARGET = '\u0000';

/** The name in the entry itself, for an object that is not in a list any more. Endpoints are known by their URL. */
function givenName({ action, before, after }: Facts): string {
  if (action.startsWith('webhooks/')) return textOf(after?.url) || textOf(before?.url);
  if (action.startsWith('statements/')) return textOf(after?.number);
  const isNamed = action.endsWith('/create') || action === 'providers/connect';
  return isNamed ? textOf(after?.name) : '';
}

/** The address behind a name. People choose their own names, so a name alone does not say who it was. */
export function actorAddress(actor: string, names: Names): string | undefined {
  const name = names.get(actor);
  return name === undefined || name === actor ? undefined : actor;
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(SENTENCES, action);
}

type Sentence = (entry: Facts, names: Names) => string;

const fixed =
  (text: string): Sentence =>
  () =>
    text;

const ENDPOINT_VERBS: Readonly<Record<string, string>> = {
  ENABLED: 'enabled',
  PAUSED: 'paused',
  DISABLED: 'disabled',
};

const SENTENCES: Record<AuditAction, Sentence> = {
  'session/sign-up': ({ after }) => `created an account${asRole(after)}`,
  'session/sign-in': entry => failureOf(entry, 'sign in') ?? `signed in${asRole(entry.after)}`,
  'session/reset-password': fixed('set a new password with an emailed link'),
  'session/create-link': ({ after }) => `created a one-time sign-in link${forRole(after)}`,
  'session/confirm': entry =>
    failureOf(entry, 'confirm the session') ??
    `confirmed the session with ${entry.after?.by === 'code' ? 'a code' : 'the password'}`,
  'session/switch': ({ after }) => `switched to this company${asRole(after)}`,
  'session/sign-out': fixed('signed out'),
  'session/end': ({ before }, names) => {
    const whose = textOf(before?.actor);
    return whose === '' ? 'ended a session' : `ended a session of ${actorName(whose, names)}`;
  },
  'account/update': ({ before, after }) => `changed ${changed(before, after)} of their own account`,
  'account/change-password': entry =>
    failureOf(entry, 'change the password') ?? `changed the password${endedSessions(entry.after)}`,
  'second-factor/begin': entry =>
    failureOf(entry, 'set up two-factor sign-in') ?? 'started to set up two-factor sign-in',
  'second-factor/enable': fixed('turned on two-factor sign-in'),
  'second-factor/disable': entry =>
    failureOf(entry, 'turn off two-factor sign-in') ?? 'turned off two-factor sign-in',
  'keys/create': ({ after }) => `created the ${environmentOf(after)}key ${TARGET}`,
  'keys/update': ({ before, after }) => `changed ${changed(before, after)} of the key ${TARGET}`,
  'keys/rotate': fixed(`rotated the key ${TARGET}`),
  'keys/end-overlap': fixed(`revoked the old version of the rotated key ${TARGET}`),
  'keys/disable': fixed(`disabled the key ${TARGET}`),
  'keys/enable': fixed(`enabled the key ${TARGET}`),
  'keys/revoke': fixed(`revoked the key ${TARGET}`),
  'keys/report-leak': fixed(`reported the key ${TARGET} as leaked, which revoked it`),
  'webhooks/create': ({ after }) => `created the ${environmentOf(after)}webhook endpoint ${TARGET}`,
  'webhooks/update': ({ before, after }) => {
    if (after?.status !== undefined && Object.keys(after).length === 1)
      return `${ENDPOINT_VERBS[textOf(after.status)] ?? 'changed the status of'} the webhook endpoint ${TARGET}`;
    return `changed ${changed(before, after)} of the webhook endpoint ${TARGET}`;
  },
  'webhooks/delete': fixed(`deleted the webhook endpoint ${TARGET}`),
  'webhooks/ping': fixed(`sent a test event to the webhook endpoint ${TARGET}`),
  'webhooks/rotate-secret': fixed(`rotated the secret of the webhook endpoint ${TARGET}`),
  'deliveries/replay': ({ after }) => {
    if (after?.from !== undefined) return `resent missed events to ${TARGET}`;
    return after?.deliveryId === undefined
      ? `resent the event ${textOf(after?.eventId) || 'of a booking'} to ${TARGET}`
      : `resent the delivery ${TARGET}`;
  },
  'bookings/resolve': ({ after }) =>
    `resolved the booking ${TARGET} as ${wordsOf(textOf(after?.decision) || 'settled')}`,
  'bookings/check': fixed(`checked the outcome of the booking ${TARGET} at the provider`),
  'bookings/cancel': ({ after }) =>
    `requested the cancellation of the booking ${TARGET}, with the ${wordsOf(textOf(after?.penaltyBorneBy) || 'partner')} paying any penalty`,
  'bookings/notes/add': fixed(`added a note to the booking ${TARGET}`),
  'bookings/mark-contacted': fixed(`contacted the partner about the booking ${TARGET}`),
  'bookings/proof': fixed(`exported the proof file of the booking ${TARGET}`),
  'bookings/orphan-found': ({ after }, names) =>
    `found the reservation ${TARGET} at ${providerOf(after, names)}, which belongs to no booking`,
  'orphans/settle': ({ after }, names) =>
    `settled the reservation ${TARGET} at ${providerOf(after, names)}, which belongs to no booking`,
  'attention/take': ({ before }) =>
    before?.taken === true
      ? `took over the booking ${TARGET} in the attention queue from a colleague`
      : `took the booking ${TARGET} in the attention queue`,
  'attention/assign': fixed(`assigned the booking ${TARGET} in the attention queue to a colleague`),
  'attention/release': fixed(`released the booking ${TARGET} in the attention queue`),
  'guests/export': fixed(`exported the guest data of ${TARGET}`),
  'guests/erase': fixed(`erased the guest data of the booking ${TARGET}`),
  'hotels/update-content': ({ before, after }) =>
    `changed ${changed(before, without(after, 'environment'))} of the hotel ${TARGET}`,
  'hotels/update-room-texts': ({ before, after }) =>
    `changed ${changed(before, without(without(after, 'environment'), 'roomCode'))} of ${roomTypeOf(after)} of the hotel ${TARGET}`,
  'inventory/update': ({ after }) => {
    // Each cell covers a room or rate for a range of nights.
    const cells = listOf(after?.cells).length + numberOf(after?.more);
    return `made ${count(cells, 'change')} to the inventory of ${TARGET}`;
  },
  'inventory/set-property': ({ before }) =>
    before === null ? `set up the inventory of ${TARGET}` : `changed the rates and terms of ${TARGET}`,
  'inventory/import': fixed(`imported the inventory of ${TARGET}`),
  'pricing/rules/create': fixed(`created the pricing rule ${TARGET}`),
  'pricing/rules/update': ({ before, after }) =>
    `changed ${changed(without(before, 'version'), without(after, 'version'))} of the pricing rule ${TARGET}`,
  'pricing/rules/archive': fixed(`archived the pricing rule ${TARGET}`),
  'pricing/rules/reorder': ({ before, after }) =>
    `moved the pricing rule ${TARGET} from priority ${numberOf(before?.priority)} to ${numberOf(after?.priority)}`,
  'pricing/rules/import': fixed(`imported the pricing rule ${TARGET} from a file`),
  'billing/payments/record': ({ after }) =>
    `recorded a payment of ${moneyOf(after?.amount)}${inEnvironment(after)}`,
  'billing/payments/import': ({ after }) =>
    `recorded a payment of ${moneyOf(after?.amount)} from a bank file${inEnvironment(after)}`,
  'billing/payments/return': ({ after }) =>
    `marked a payment of ${moneyOf(after?.amount)} as returned${inEnvironment(after)}${reasonOf(after)}`,
  'billing/adjust': ({ after }) =>
    `adjusted the balance${inEnvironment(after)}: the partner owes ${moneyOf(after?.amount)} ${after?.effect === 'OWES_MORE' ? 'more' : 'less'}`,
  'statements/close': ({ after }) =>
    `closed the ${monthOf(after?.month)} statement${numbered(after)} (${moneyOf(after?.closing)})${inEnvironment(after)}`,
  'statements/send': ({ after }) =>
    `sent ${after?.kind === 'REMINDER' ? 'a payment reminder for ' : ''}the ${monthOf(after?.month)} statement${numbered(after)}${toAddress(after)}${inEnvironment(after)}`,
  'providers/connect': fixed(`connected the provider ${TARGET}`),
  'providers/update': ({ before, after }) => {
    if (after?.enabled !== undefined && Object.keys(after).length === 1)
      return `${after.enabled === true ? 'resumed' : 'paused'} the provider ${TARGET}`;
    return `changed ${changed(before, after)} of the provider ${TARGET}`;
  },
  'providers/share': ({ before }, names) => {
    const partner = textOf(before?.partnerId);
    const name = names.get(partner) ?? (partner || 'a partner');
    return before?.keep === 'PARTNER'
      ? `applied the settings of ${name} for the provider ${TARGET} to all partners`
      : `removed the settings of ${name} for the provider ${TARGET}`;
  },
  'mapping/decide': ({ after }) =>
    after?.hotelId
      ? `mapped ${TARGET} to the hotel ${textOf(after.hotelId)}`
      : `decided that ${TARGET} matches no hotel in the catalogue`,
  'mapping/undo': fixed(`undid the mapping decision about ${TARGET}`),
  'mapping/run': fixed(`started a mapping run for ${TARGET}`),
  'mapping/merge': ({ after }) => `merged the hotel ${TARGET} into ${textOf(after?.mergedInto)}`,
  'mapping/unmerge': ({ before }) =>
    `undid the merge of the hotel ${TARGET} into ${textOf(before?.mergedInto)}`,
  'syncs/start': ({ after }) =>
    `started a ${after?.mode === 'FULL' ? 'full' : 'delta'} content sync of ${TARGET}`,
  'syncs/confirm': ({ after }) =>
    `confirmed the removal of ${count(numberOf(after?.missing), 'hotel')} in the content sync of ${TARGET}`,
  'syncs/stop': fixed(`stopped the content sync of ${TARGET}`),
  'syncs/failed': fixed(`reported that the content sync of ${TARGET} failed`),
  'syncs/stopped': ({ after }) =>
    `stopped the content sync of ${TARGET} because ${count(numberOf(after?.missing), 'hotel')} would be removed`,
  'jobs/retry': ({ before }) =>
    before?.dead === undefined
      ? `retried the failed job ${TARGET}`
      : `retried ${count(numberOf(before.dead), 'failed job')} of the kind ${TARGET}`,
  'mail/given-up': ({ after }) => `could not send an email (${wordsOf(textOf(after?.kind) || 'unknown')})`,
  'members/invite': ({ after }) => `invited ${personOf(after)}${asRole(after)}`,
  'members/update': ({ before, after }) => {
    const isRole = after?.role !== undefined && Object.keys(after).length === 1;
    return isRole
      ? `changed the role of ${TARGET} from ${roleName(before?.role)} to ${roleName(after.role)}`
      : `changed ${changed(before, after)} of ${TARGET}`;
  },
  'members/remove': ({ before }) => `removed ${personOf(before)}`,
  'operator/create': fixed('set up this installation'),
  'operator/update': ({ before, after }) => `changed ${changed(before, after)} of the installation`,
  'partners/create': fixed(`created the partner ${TARGET}`),
  'partners/update': ({ before, after }) => `changed ${changed(before, after)} of the partner ${TARGET}`,
  'partners/suspend': ({ after }) => `suspended the partner ${TARGET}${reasonOf(after)}`,
  'partners/resume': ({ after }) => `resumed the partner ${TARGET}${reasonOf(after)}`,
  'organisations/create': fixed(`created the partner ${TARGET}`),
  'organisations/update': ({ before, after }) => `changed ${changed(before, after)} of the partner ${TARGET}`,
  'organisations/select': ({ after }) => `switched to this company${asRole(after)}`,
  'sandbox/reset': ({ before }) =>
    `reset the sandbox (${count(numberOf(before?.bookings), 'booking')} deleted)`,
  'system/rotate-signing-key': fixed('rotated the signing key'),
};

type State = Facts['after'];

/** Passwords and codes that were refused are recorded under the action that needed them. */
function failureOf({ after }: Facts, action: string): string | undefined {
  if (after?.refused === undefined) return undefined;
  const times = numberOf(after.failures);
  const again = times > 1 ? `, for the ${ordinal(times)} time in a row` : '';
  return `failed to ${action} because the ${after.refused === 'code' ? 'code' : 'password'} was wrong${again}`;
}

/** Field names in words, at most three of them. */
function changed(before: State, after: State): string {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const fields = [...names]
    .flatMap(name => (name === 'company' ? changedParts(before?.company, after?.company) : [name]))
    .map(field => `the ${fieldWords(field)}`);
  if (fields.length === 0) return 'the settings';
  if (fields.length > 3) return `${fields.slice(0, 2).join(', ')} and ${fields.length - 2} more settings`;
  return new Intl.ListFormat('en-GB').format(fields);
}

/** The fields of an object that differ. */
function changedParts(before: unknown, after: unknown): string[] {
  const [old, now] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  return Object.keys(now).filter(name => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
}

function asRole(state: State): string {
  return state?.role === undefined ? '' : ` as ${roleName(state.role)}`;
}

function forRole(state: State): string {
  return state?.role === undefined ? '' : ` for the ${roleName(state.role)} role`;
}

function roleName(role: unknown): string {
  return ROLES_EXPLAINED[role as Role]?.name ?? textOf(role);
}

function personOf(state: State): string {
  return textOf(state?.name) || textOf(state?.email) || TARGET;
}

function providerOf(state: State, names: Names): string {
  const code = textOf(state?.provider);
  // An orphan that was found has `testMode`. All other entries have the environment.
  const environment = textOf(state?.environment) || (state?.testMode === true ? 'sandbox' : 'production');
  return names.get(providerKey(environment, code)) ?? (code || 'a provider');
}

function environmentOf(state: State): string {
  return typeof state?.environment === 'string' ? `${state.environment} ` : '';
}

function inEnvironment(state: State): string {
  return state?.environment === 'sandbox' ? ' in the sandbox' : '';
}

function reasonOf(state: State): string {
  return typeof state?.reason === 'string' ? `: ${state.reason}` : '';
}

function endedSessions(state: State): string {
  const ended = numberOf(state?.sessionsEnded);
  return ended === 0 ? '' : `, which ended ${count(ended, 'other session')}`;
}

function roomTypeOf(state: State): string {
  const code = textOf(state?.roomCode);
  return code === '' ? 'a room type' : `the room type ${code}`;
}

function without(state: State, field: string): State {
  if (state === null) return null;
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== field));
}

function moneyOf(value: unknown): string {
  const { amount, currency } = (value ?? {}) as { amount?: unknown; currency?: unknown };
  return typeof amount === 'string' && typeof currency === 'string'
    ? formatMoney({ amount, currency } as never)
    : 'an amount';
}

/** Entries from before statements had numbers have none. */
function numbered(state: State): string {
  const number = textOf(state?.number);
  return number === '' ? '' : ` ${TARGET}`;
}

/** Omitted if the entry has no address, because it is not that of the partner. */
function toAddress(state: State): string {
  const address = textOf(state?.to);
  return address === '' ? '' : ` to ${address}`;
}

/** `2026-10` becomes "October 2026". */
function monthOf(value: unknown): string {
  const month = textOf(value);
  return /^\d{4}-\d{2}$/.test(month) ? monthName(month) : 'monthly';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function count(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function ordinal(number: number): string {
  const suffix = { one: 'st', two: 'nd', few: 'rd', other: 'th' }[
    new Intl.PluralRules('en-GB', { type: 'ordinal' }).select(number) as 'one' | 'two' | 'few' | 'other'
  ];
  return `${number}${suffix}`;
}
