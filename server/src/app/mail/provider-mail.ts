/** The email about providers whose health has changed. Pure. */
import type { Mail } from '../../platform/mail/mail.ts';
import { type CallCounts, failedShare, type ProviderLevel, type WatchedCalls } from './provider-level.ts';

export interface ProviderReport {
  code: string;
  name: string;
  level: ProviderLevel;
  calls: WatchedCalls | undefined;
  /** Since when it has been failing, or for a recovery, since when it was. */
  sinceMs: number;
  /** What the email before this one reported. */
  before: ProviderLevel;
}

const HAS_BECOME: Readonly<Record<ProviderLevel, string>> = {
  OK: 'has recovered',
  DEGRADED: 'is degraded',
  DOWN: 'is down',
};

/** One email about all changes, because a failure of the network may affect several providers at once. */
export function providerMail(
  reports: readonly [ProviderReport, ...ProviderReport[]],
  nowMs: number,
  to: string,
  dashboardUrl: string,
): Mail {
  const [first] = reports;
  const isOne = reports.length === 1;
  const page = `${dashboardUrl}/production/providers`;
  return {
    key: `provider-health/${nowMs}/${to}`,
    kind: 'provider-health',
    to,
    subject: isOne ? `${first.name} ${HAS_BECOME[first.level]}` : subjectOf(reports),
    paragraphs: reports.flatMap(report => [whatHappened(report), EFFECTS[report.level]]),
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

function whatHappened({ name, level, calls, sinceMs, before }: ProviderReport): string {
  const since = timeText(sinceMs);
  if (level === 'OK') {
    return `${name} has recovered. It had been ${before === 'DOWN' ? 'down' : 'degraded'} since ${since}.`;
  }
  const change = `${name} has been ${level === 'DOWN' ? 'down' : 'degraded'} since ${since}.`;
  return calls === undefined ? change : `${change} ${failedCalls(calls)}`;
}

/** The period in which the larger share of calls failed. */
function failedCalls({ hour, recent }: WatchedCalls): string {
  const isSudden = failedShare(recent) > failedShare(hour);
  const { calls, errors, timeouts }: CallCounts = isSudden ? recent : hour;
  const period = isSudden ? 'ten minutes' : 'hour';
  const reason = timeouts * 2 > errors ? ', most of them because of timeouts' : '';
  return `${errors} of ${calls} calls in the last ${period} failed${reason}.`;
}

const EFFECTS: Readonly<Record<ProviderLevel, string>> = {
  DOWN: 'Searches of partners show few or no rooms of this provider, and most quotes and bookings of its rooms fail. Rooms of other providers are not affected. Serai looks up bookings with an unknown outcome until the provider responds. The page of the provider shows the failed calls and the support contact. If the problem lasts, pause the provider there, so that searches do not wait for it.',
  DEGRADED:
    'Some searches of partners lack rooms of this provider, and some quotes and bookings of its rooms fail. Rooms of other providers are not affected. The page of the provider shows the failed calls and the support contact.',
  OK: 'Partners find and book rooms of this provider as usual. Bookings that still need a decision are in the attention queue.',
};

/** For example `17 Nov 2026, 23:34 UTC`. */
function timeText(ms: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(ms))} UTC`;
}
