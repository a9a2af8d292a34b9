import { Banner } from '../../components/feedback.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Health } from '../../lib/health.ts';
import type { ProviderHealth } from './provider.tsx';

interface ProviderBannerProps {
  health: Health;
  lastError: ProviderHealth['lastError'] | undefined;
}

/** What is wrong with a provider, since when, and what to do next. Shows nothing while it is OK. */
export function ProviderBanner({ health: { level, why, since }, lastError }: ProviderBannerProps) {
  if (level === 'OK' || level === 'UNKNOWN' || level === 'LOADING' || level === 'NOT_LOADED') return null;
  if (level === 'PAUSED') {
    return (
      <Banner tone="warn" title="This provider is paused">
        It receives no searches, quotes or bookings. Existing bookings can still be looked up and cancelled.
      </Banner>
    );
  }
  const isDown = level === 'DOWN';
  return (
    <Banner
      tone={isDown ? 'bad' : 'warn'}
      title={isDown ? 'This provider is down' : 'This provider is degraded'}
    >
      {why}{' '}
      {since && (
        <>
          Since <Timestamp at={since} exact />.{' '}
        </>
      )}
      {lastError && (
        <>
          Last error: {lastError.cause}
          {lastError.status === null ? '' : ` (HTTP ${lastError.status})`}
          {lastError.supplierSays === null ? '' : `, “${lastError.supplierSays}”`},{' '}
          <Timestamp at={lastError.at} />.{' '}
        </>
      )}
      {adviceFor(lastError?.cause)}
    </Banner>
  );
}

/** What to do next, by the cause of the last error. */
export function adviceFor(cause: string | undefined): string {
  switch (cause) {
    case 'CREDENTIALS':
      return 'Edit the provider and enter valid credentials, then test the connection.';
    case 'THROTTLED':
      return 'Lower the call limits of the account, or ask the supplier for higher ones.';
    case 'TIMEOUT':
    case 'CONNECTION':
      return 'Test the connection below. If it fails too, ask the supplier, or pause the provider until it responds.';
    default:
      return 'Test the connection below. If the supplier has an incident, pause the provider until it is over.';
  }
}
