import { Banner } from '../../components/feedback.tsx';
import { describeLastError, providerAdvice } from '../../components/provider-words.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { type Health, isFailing } from '../../lib/health.ts';
import { PauseButton, type Provider, type ProviderHealth } from './provider.tsx';

interface ProviderBannerProps {
  provider: Provider;
  mayChange: boolean;
  health: Health;
  lastError: ProviderHealth['lastError'] | undefined;
}

/** What is wrong with a provider, since when, and what to do next. Shows nothing while it is OK. */
export function ProviderBanner({ provider, mayChange, health, lastError }: ProviderBannerProps) {
  const { level, why, since } = health;
  const action = mayChange && <PauseButton provider={provider} noun="provider" small />;
  if (level === 'PAUSED') {
    return (
      <Banner tone="warn" title="This provider is paused" action={action}>
        It receives no searches, quotes or bookings. Existing bookings can still be looked up and cancelled.
      </Banner>
    );
  }
  if (!isFailing(health)) return null;
  const isDown = level === 'DOWN';
  return (
    <Banner
      tone={isDown ? 'bad' : 'warn'}
      title={isDown ? 'This provider is down' : 'This provider is degraded'}
      action={action}
    >
      <p>
        {why}{' '}
        {since && (
          <>
            Since <Timestamp at={since} exact />.{' '}
          </>
        )}
        {lastError && (
          <>
            Last error <Timestamp at={lastError.at} />: {describeLastError(lastError)}.
          </>
        )}
      </p>
      <p>{providerAdvice(lastError?.cause)}</p>
    </Banner>
  );
}
