import { billingMark } from '../components/billing/billing-mark.ts';
import { useFailedMails } from '../components/billing/use-failed-mails.ts';
import { useOverdue } from '../components/billing/use-overdue.ts';
import { useEndpoints } from '../components/health-reads.ts';
import { useCheckedProviders } from '../components/recent-calls.ts';
import { currentData } from '../lib/calls/current-data.ts';
import { dateIn } from '../lib/format/zoned-day.ts';
import { endpointHealth, type Health, isFailing } from '../lib/health.ts';
import { useSession } from '../lib/session-context.ts';
import { useEnvironment } from '../lib/url-state.ts';
import { describeWaiting, formatBadge, useAttentionCount } from './attention-badge.tsx';
import { mayOpen } from './page-permissions.ts';

/** The number of providers that are degraded or down. Shows nothing while there are none. */
export function ProvidersMark() {
  return <Mark failing={useFailingProviders(true)} />;
}

/** The number of webhook endpoints that are degraded or down. */
export function WebhooksMark() {
  return <Mark failing={useFailingEndpoints(true)} />;
}

/** The number of overdue partners, and of automatic statements and reminders that could not be sent. */
export function BillingMark() {
  const { count, isSerious, words } = useBillingMark();
  if (count === 0) return null;
  return (
    <span className="nav-count" data-level={isSerious ? 'down' : 'degraded'} title={words}>
      <span aria-hidden>{formatBadge(count)}</span>
      <span className="unseen">({words})</span>
    </span>
  );
}

function useBillingMark() {
  const overdue = currentData(useOverdue());
  const { statements, reminders } = useFailedMails();
  const today = dateIn(useSession().session.timeZone, Date.now());
  return billingMark({ overdue, failedEmails: statements.length + reminders.length, today });
}

/** Old figures, and those of the other environment, claim nothing. */
function useFailingProviders(when: boolean): Health[] {
  const checked = currentData(useCheckedProviders(useEnvironment(), when)) ?? [];
  return checked.map(({ health }) => health).filter(isFailing);
}

function useFailingEndpoints(when: boolean): Health[] {
  const listed = currentData(useEndpoints({ environment: useEnvironment() }, when))?.endpoints ?? [];
  return listed.map(each => endpointHealth(each)).filter(isFailing);
}

function Mark({ failing }: { failing: readonly Health[] }) {
  if (failing.length === 0) return null;
  const down = failing.filter(({ level }) => level === 'DOWN').length;
  return (
    <span className="nav-count" data-level={down > 0 ? 'down' : 'degraded'}>
      <span aria-hidden>{failing.length}</span>
      <span className="unseen">({describeMark(failing.length - down, down)})</span>
    </span>
  );
}

/** The sum of all marks in the navigation, for screens on which it is behind the menu button. */
export function MenuBadge() {
  const { role } = useSession().session;
  const waiting = useAttentionCount(mayOpen(role, '/attention'));
  const failing = [
    ...useFailingProviders(mayOpen(role, '/providers')),
    ...useFailingEndpoints(mayOpen(role, '/webhooks')),
  ];
  const billing = useBillingMark();
  const count = waiting.count + billing.count + failing.length;
  if (count === 0) return null;
  const down = failing.filter(({ level }) => level === 'DOWN').length;
  const words = [
    waiting.count > 0 && describeWaiting(waiting),
    billing.count > 0 && billing.words,
    failing.length > 0 && describeMark(failing.length - down, down),
  ];
  const isSerious = billing.isSerious || waiting.overdue + down > 0;
  return (
    <span className="nav-count" data-level={isSerious ? 'down' : 'degraded'}>
      <span aria-hidden>{formatBadge(count)}</span>
      <span className="unseen"> ({words.filter(Boolean).join(', ')})</span>
    </span>
  );
}

/** For example `1 down, 2 degraded`. */
function describeMark(degraded: number, down: number): string {
  return [down > 0 && `${down} down`, degraded > 0 && `${degraded} degraded`].filter(Boolean).join(', ');
}
