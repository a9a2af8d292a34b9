import type { ReactNode } from 'react';
import { hasContact, SupportContact } from '../../components/contact.tsx';
import { Badge, Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { describeLastError, providerAdvice } from '../../components/provider-words.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { type Health, isFailing } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import {
  emailWords,
  lastMinutes,
  type MinuteCalls,
  type Provider,
  type ProviderHealth,
  recentWords,
} from './provider.tsx';
import { AddContact } from './support-card.tsx';

interface ProviderBannerProps {
  health: Health;
  lastError: ProviderHealth['lastError'] | undefined;
  /** The calls of the last hour by minute. */
  buckets: ProviderHealth['buckets'] | undefined;
  provider: Provider;
  /** The steps that the banner recommends, as buttons. */
  actions: ReactNode;
}

/** Whether something is wrong, so that the banner is shown. */
export function hasBanner(health: Health): boolean {
  return health.level === 'PAUSED' || isFailing(health);
}

/** What is wrong with a provider, since when, and what to do next. Shows nothing while it is OK. */
export function ProviderBanner({ health, lastError, buckets = [], provider, actions }: ProviderBannerProps) {
  const { level, why, since } = health;
  if (!hasBanner(health)) return null;
  if (level === 'PAUSED') {
    return (
      <Banner tone="warn" title="This provider is paused" action={actions}>
        It receives no searches, quotes or bookings. Existing bookings can still be looked up and cancelled.
      </Banner>
    );
  }
  const isDown = level === 'DOWN';
  const knowsContact = hasContact(provider.supportContact);
  return (
    <Banner
      tone={isDown ? 'bad' : 'warn'}
      title={isDown ? 'This provider is down' : 'This provider is degraded'}
      action={
        <div className="row">
          {actions}
          {!knowsContact && <AddContact provider={provider} />}
        </div>
      }
    >
      <p>
        {why}{' '}
        {since && (
          <>
            It has been {isDown ? 'down' : 'degraded'} since <Timestamp at={since} exact />.{' '}
          </>
        )}
        {lastError && (
          <>
            Last failure <Timestamp at={lastError.at} />: {describeLastError(lastError)}.
          </>
        )}
      </p>
      <RecentState
        recent={lastMinutes(buckets, Date.now())}
        all={buckets.reduce((sum, { calls }) => sum + calls, 0)}
      />
      <p>
        <strong>What to do:</strong> {providerAdvice(lastError?.cause)}
      </p>
      <EmailNote environment={provider.environment} />
      {knowsContact && (
        <div className="banner-contact">
          <SupportContact contact={provider.supportContact} />
        </div>
      )}
    </Banner>
  );
}

/** Whether the failures go on, because the health follows from a whole hour. Nothing if all calls are recent. */
function RecentState({ recent: calls, all }: { recent: MinuteCalls; all: number }) {
  if (calls.calls === all) return null;
  const isRecovering = calls.calls > 0 && calls.errors === 0;
  return (
    <p>
      {isRecovering && <Badge tone="good">Recovering</Badge>} {recentWords(calls)}
    </p>
  );
}

/** Who learns of a failure without looking at the dashboard. */
function EmailNote({ environment }: Pick<Provider, 'environment'>) {
  const options = useCall('session/options', {});
  const maySeeSettings = useMay('system:manage');
  if (options.state !== 'ready') return null;
  return (
    <p>
      {emailWords(environment, options.data.passwordReset)}{' '}
      {maySeeSettings && <LinkTo to="/settings/system">View the settings</LinkTo>}
    </p>
  );
}
