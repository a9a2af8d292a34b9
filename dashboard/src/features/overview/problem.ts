/** What fails or needs attention, in the order in which a person should look at it. Pure. */

import type { Overdue } from '../../components/billing/failed-mails.ts';
import { LATE_DAYS, longOverdue } from '../../components/billing/long-overdue.ts';
import type { Delivery } from '../../components/deliveries.tsx';
import { describePastFailure, failureAdvice } from '../../components/failure-words.ts';
import type { Target } from '../../components/link-to.tsx';
import { describeLastError, providerAdvice } from '../../components/provider-words.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import {
  formatAgo,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatUtcDay,
} from '../../lib/format/format.ts';
import { describeHttpStatus } from '../../lib/format/http-status.ts';
import { endpointHealth, type Health, isFailing } from '../../lib/health.ts';

export interface Problem {
  key: string;
  tone: 'bad' | 'warn';
  title: string;
  /** The cause, in whole sentences. */
  cause?: string | undefined;
  /** The cause in a few words, for a banner that is closed. By default, the first sentence of the cause. */
  brief?: string | undefined;
  since?: string | undefined;
  /** What it has been since then. */
  state?: 'down' | 'degraded';
  /** What happens if nobody does anything, in a sentence. */
  outlook?: string | undefined;
  /** What to do about it. */
  advice?: string | undefined;
  link: Target & { label: string };
  /** The cause of a failing endpoint is read from its last deliveries. */
  endpointId?: string;
}

/** One line of a closed banner: the cause and for how long, for example `503 Service Unavailable. Down for 2 hours.` */
export function briefly({ brief, cause, since, state }: Problem, nowMs = Date.now()): string {
  const words = brief ?? cause?.split(/\.(?= |$)/)[0];
  const start = state === 'down' ? 'Down' : state === 'degraded' ? 'Degraded' : 'Failing';
  return [words, since && `${start} ${lasting(since, nowMs)}.`].filter(Boolean).join('. ');
}

/** For example `for 2 hours`. A problem that is older than 30 days has a date. */
function lasting(since: string, nowMs: number): string {
  const ago = formatAgo(since, nowMs);
  if (ago === 'just now') return 'for less than a minute';
  return ago.endsWith(' ago') ? `for ${ago.slice(0, -' ago'.length)}` : `since ${ago}`;
}

/** What is down or urgent comes first. The order is otherwise kept. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return [
    ...problems.filter(({ tone }) => tone === 'bad'),
    ...problems.filter(({ tone }) => tone === 'warn'),
  ];
}

type System = Output<'system/status'>;

export function systemProblems(health: Health, { degraded }: Pick<System, 'degraded'>): Problem[] {
  const link = { to: '/settings/system', label: 'Open System' };
  if (health.level === 'DOWN') {
    const cause = health.why;
    return [{ key: 'system', tone: 'bad', title: 'The system is down', cause, link }];
  }
  const modes = degraded.map(({ mode, since, effect }): Problem => {
    const title = `The system is degraded: ${mode.toLowerCase().replaceAll('_', ' ')}`;
    return { key: `system ${mode}`, tone: 'warn', title, cause: effect, since, state: 'degraded', link };
  });
  if (modes.length > 0 || health.level !== 'DEGRADED') return modes;
  const { why: cause, since } = health;
  const title = 'The system is degraded';
  return [{ key: 'system', tone: 'warn', title, cause, since, state: 'degraded', link }];
}

export function apiProblems(health: Health): Problem[] {
  if (!isFailing(health)) return [];
  const isDown = health.level === 'DOWN';
  return [
    {
      key: 'api',
      tone: isDown ? 'bad' : 'warn',
      title: `The API is ${isDown ? 'down' : 'degraded'}`,
      cause: health.why,
      advice: 'Check the failed requests for the cause.',
      link: { to: '/requests', search: { class: '5xx', period: '1h' }, label: 'View failed requests' },
    },
  ];
}

type Checked = {
  provider: Pick<Output<'providers/list'>['providers'][number], 'providerId' | 'name'>;
  health: Health;
  lastError: Output<'providers/health'>['providers'][number]['lastError'] | undefined;
};

/** An older error is not the reason for what fails now. */
const RECENT_MS = 3_600_000;

export function providerProblems(providers: readonly Checked[], nowMs = Date.now()): Problem[] {
  return providers
    .filter(({ health }) => isFailing(health))
    .map(({ provider: { providerId, name }, health: { level, why, since }, lastError }) => {
      const recent = lastError && nowMs - Date.parse(lastError.at) <= RECENT_MS ? lastError : undefined;
      return {
        key: providerId,
        tone: level === 'DOWN' ? 'bad' : 'warn',
        title: `${name} is ${level === 'DOWN' ? 'down' : 'degraded'}`,
        cause: recent ? `${why ?? ''} Last failure: ${describeLastError(recent)}.`.trim() : why,
        since,
        state: level === 'DOWN' ? 'down' : 'degraded',
        advice: providerAdvice(recent?.cause),
        link: { to: '/providers/$providerId', params: { providerId }, label: 'Open provider' },
      };
    });
}

type Endpoint = Output<'webhooks/list'>['endpoints'][number];

/** Partners by id. Empty for partner users, who see only what is their own. */
type Partners = ReadonlyMap<string, { name: string }>;

export function endpointProblems(
  endpoints: readonly Endpoint[],
  partners: Partners,
  nowMs = Date.now(),
): Problem[] {
  return endpoints.flatMap((endpoint): Problem[] => {
    const health = endpointHealth(endpoint, nowMs);
    if (!isFailing(health)) return [];
    const { endpointId, partnerId, url } = endpoint;
    const { disablesAt } = endpoint.health;
    const isDown = health.level === 'DOWN';
    return [
      {
        key: endpointId,
        tone: isDown ? 'bad' : 'warn',
        title: `${ownerOf(partnerId, partners)} webhook endpoint ${shortUrl(url)} is ${isDown ? 'down' : 'degraded'}`,
        cause: health.why,
        since: health.since,
        state: isDown ? 'down' : 'degraded',
        outlook:
          disablesAt === null
            ? undefined
            : `Serai disables it on ${formatDateTime(disablesAt)} unless a delivery succeeds before then.`,
        link: { to: '/webhooks/$endpointId', params: { endpointId }, label: 'Open endpoint' },
        endpointId,
      },
    ];
  });
}

/** The first words of a title, for example `Northern Travel’s` or `Southern Tours’`. */
function ownerOf(partnerId: string, partners: Partners): string {
  const partner = partners.get(partnerId);
  if (partner === undefined) return 'The';
  return partner.name.endsWith('s') ? `${partner.name}’` : `${partner.name}’s`;
}

/** Adds the last failed attempt, and what to do about it. */
export function withLastFailure(problem: Problem, failed: Delivery['attempts'][number] | undefined): Problem {
  if (failed === undefined) return problem;
  const cause = `${problem.cause ?? ''} ${describePastFailure(failed)}`.trim();
  const brief = failed.status === null ? 'No response' : describeHttpStatus(failed.status);
  return { ...problem, cause, brief, advice: failureAdvice(failed.status) };
}

/** Without the protocol and the search parameters, which can be long. */
export function shortUrl(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return pathname === '/' ? host : host + pathname;
  } catch {
    return url;
  }
}

type Queue = Pick<Output<'attention/list'>, 'count' | 'bookings'>;

const DAY_MS = 86_400_000;

/**
 * For staff who may decide. The queue also contains outcomes that Serai still checks, silent hotels and reservations
 * without a booking. Only a decision that is late, or whose deadline is within a day, is urgent.
 */
export function queueProblems({ count, bookings }: Queue, nowMs = Date.now()): Problem[] {
  if (count === 0) return [];
  const decisions = bookings.filter(({ kind }) => kind === 'DECISION');
  const isUrgent = decisions.some(
    ({ dueAt, deadline }) => Date.parse(dueAt) < nowMs || Date.parse(deadline) - nowMs < DAY_MS,
  );
  return [
    {
      key: 'attention',
      tone: isUrgent ? 'bad' : 'warn',
      title: attentionTitle(count, 'item'),
      cause: queueCause(bookings[0]?.dueAt, nowMs),
      advice: decisions.length > 0 ? 'Look up the reservation at the provider, then decide.' : undefined,
      link: { to: '/attention', label: 'Open queue' },
    },
  ];
}

function queueCause(dueAt: string | undefined, nowMs: number): string {
  if (dueAt === undefined) return 'A provider has a reservation that belongs to no booking.';
  return `The most urgent one ${Date.parse(dueAt) < nowMs ? 'was' : 'is'} due ${formatAgo(dueAt, nowMs)}.`;
}

/** For users who may see bookings but may not resolve them. */
export function bookingProblems(needsAttention: number, isStaff: boolean): Problem[] {
  if (needsAttention === 0) return [];
  return [
    {
      key: 'attention',
      tone: 'warn',
      title: attentionTitle(needsAttention, 'booking'),
      cause: isStaff
        ? 'Only staff with the role Support, Admin or Owner can decide.'
        : 'The outcome at the provider is not known yet. The operator is resolving it.',
      link: { to: '/bookings', search: { attention: 'yes' }, label: 'View bookings' },
    },
  ];
}

function attentionTitle(count: number, noun: string): string {
  return count === 1 ? `1 ${noun} needs attention` : `${formatNumber(count)} ${noun}s need attention`;
}

/** The balances of partners with overdue statements. */
export const OVERDUE_LINK = { to: '/billing', search: { show: 'overdue' } };

/** One notice for all partners that are late for more than 30 days. The first is the one that is late for longest. */
export function overdueProblems({ balances, page }: Overdue, today: string): Problem[] {
  const late = longOverdue(balances, today);
  const [first, ...others] = late;
  if (first === undefined) return [];
  const isMore = page.hasMore && late.length === balances.length;
  const also =
    others.length === 1 && !isMore
      ? `Another partner is more than ${LATE_DAYS} days overdue.`
      : `${isMore ? 'At least ' : ''}${formatNumber(others.length)} other partners are more than ${LATE_DAYS} days overdue.`;
  const due = `The oldest unpaid statement was due on ${formatUtcDay(first.since)}.`;
  return [
    {
      key: 'overdue',
      tone: 'bad',
      title: `${first.name}: ${formatMoney(first.amount)} overdue by up to ${formatNumber(first.days)} days`,
      cause: others.length > 0 ? `${due} ${also}` : due,
      advice: 'Record the payment, or contact the partner.',
      link: { ...OVERDUE_LINK, label: 'Open billing' },
    },
  ];
}

type Key = Output<'keys/list'>['keys'][number];

const SOON_DAYS = 14;

/** Active keys that expire within two weeks, earliest first. */
export function expiringKeys(keys: readonly Key[], nowMs = Date.now()): Key[] {
  const untilMs = nowMs + SOON_DAYS * DAY_MS;
  return keys
    .filter(
      ({ status, expiresAt }) =>
        status === 'ACTIVE' && expiresAt !== null && Date.parse(expiresAt) <= untilMs,
    )
    .sort((a, b) => Date.parse(a.expiresAt as string) - Date.parse(b.expiresAt as string));
}

export function keyProblems(keys: readonly Key[], partners: Partners, nowMs = Date.now()): Problem[] {
  return expiringKeys(keys, nowMs).map(({ keyId, partnerId, name, expiresAt }) => ({
    key: keyId,
    tone: 'warn',
    title: `${ownerOf(partnerId, partners)} API key “${name}” expires ${formatAgo(expiresAt as string, nowMs)}`,
    cause: 'After that, requests with this key return 401 Unauthorized.',
    advice: 'Rotate the key, or set a later expiry date.',
    link: { to: '/settings/api-keys/$keyId', params: { keyId }, label: 'Open key' },
  }));
}
