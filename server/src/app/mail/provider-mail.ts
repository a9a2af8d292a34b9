/** The email about providers whose health has changed. Pure. */
import type { CallsLevel } from '@serai/contract/account/health-limits.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { type CallCounts, failedShare, MIN_FAILED_CALLS, type WatchedCalls } from './provider-level.ts';

export interface ProviderReport {
  code: string;
  name: string;
  level: CallsLevel;
  calls: WatchedCalls | undefined;
  /** Since when it has been failing, or for a recovery, since when it was. */
  sinceMs: number;
  /** Whether the page of the provider shows how to reach its support. */
  hasContact: boolean;
}

const HAS_BECOME: Readonly<Record<CallsLevel, string>> = {
  OK: 'has recovered',
  DEGRADED: 'is degraded',
  DOWN: 'is down',
};

interface MailParts {
  nowMs: number;
  to: string;
  /** Of the operator. */
  timeZone: string;
  dashboardUrl: string;
}

/** One email about all changes, because a failure of the network may affect several providers at once. */
export function providerMail(
  reports: readonly [ProviderReport, ...ProviderReport[]],
  { nowMs, to, timeZone, dashboardUrl }: MailParts,
): Mail {
  const [first] = reports;
  const isOne = reports.length === 1;
  const page = `${dashboardUrl}/production/providers`;
  return {
    key: `provider-health/${nowMs}/${to}`,
    kind: 'provider-health',
    to,
    subject: isOne ? `${first.name} ${HAS_BECOME[first.level]}` : subjectOf(reports),
    paragraphs: reports.flatMap(report => [whatHappened(report, timeZone), effectsOf(report)]),
    link: isOne
      ? { text: `Open ${first.name} in the dashboard`, url: `${page}/prv_production_${first.code}` }
      : { text: 'Open the providers in the dashboard', url: page },
  };
}

function subjectOf(reports: readonly ProviderReport[]): string {
  const failing = reports.filter(({ level }) => level !== 'OK').length;
  const recovered = reports.length - failing;
  if (recovered === 0) return `${failing} providers are degraded or down`;
  if (failing === 0) return `${recovered} providers have recovered`;
  return `${reports.length} providers have changed: ${failing} degraded or down, ${recovered} recovered`;
}

function whatHappened({ name, level, calls, sinceMs }: ProviderReport, timeZone: string): string {
  const since = timeText(sinceMs, timeZone);
  if (level === 'OK') return `${name} has recovered. It had been failing since ${since}.`;
  const change = `${name} has been failing since ${since} and is now ${level === 'DOWN' ? 'down' : 'degraded'}.`;
  return calls === undefined ? change : `${change} ${failedCalls(calls)}`;
}

/** The period in which the larger share of calls failed. A few calls in the last ten minutes mean little. */
function failedCalls({ hour, recent }: WatchedCalls): string {
  const isSudden = recent.errors >= MIN_FAILED_CALLS && failedShare(recent) > failedShare(hour);
  const { calls, errors, timeouts }: CallCounts = isSudden ? recent : hour;
  const period = isSudden ? 'ten minutes' : 'hour';
  const reason = timeouts * 2 > errors ? ', mostly because of timeouts' : '';
  return `${errors} of ${calls} calls in the last ${period} failed${reason}.`;
}

function effectsOf({ level, hasContact }: ProviderReport): string {
  if (level === 'OK') {
    return 'Partners find and book rooms of this provider as usual. Bookings that still need a decision are in the attention queue.';
  }
  const page = `The provider's page shows the failed calls${hasContact ? ' and the support contact' : ''}.`;
  if (level === 'DEGRADED') {
    return `Some searches miss rooms from this provider, and some quotes and bookings of its rooms fail. Rooms of other providers are not affected. ${page}`;
  }
  return `Partners' searches return few or no rooms from this provider, and most quotes and bookings of its rooms fail. Rooms of other providers are not affected. Serai looks up bookings with an unknown outcome until the provider responds. ${page} If the problem lasts, pause the provider there, so that searches do not wait for it.`;
}

/** For example `17 Nov 2026, 23:34 UTC`. */
function timeText(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(ms));
}
