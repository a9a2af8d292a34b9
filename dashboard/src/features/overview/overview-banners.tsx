import { Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { expiringKeys } from './expiring-keys.ts';

/** What the service does worse than usual, since when, and what is noticed of it. */
export function DegradedModes({ degraded }: { degraded: Output<'system/status'>['degraded'] }) {
  return degraded.map(({ mode, since, effect }) => (
    <Banner
      key={mode}
      tone="bad"
      title={
        <>
          Degraded <Timestamp at={since} />: {mode}
        </>
      }
      action={<LinkTo to="/settings/system">Open the system page</LinkTo>}
    >
      {effect}
    </Banner>
  ));
}

export function ExpiringKeys({ keys }: { keys: Output<'keys/list'>['keys'] }) {
  return expiringKeys(keys).map(({ keyId, name, expiresAt }) => (
    <Banner
      key={keyId}
      tone="warn"
      title={
        <>
          The key “{name}” expires <Timestamp at={expiresAt as string} />
        </>
      }
      action={
        <LinkTo to="/settings/api-keys/$keyId" params={{ keyId }}>
          Open the key
        </LinkTo>
      }
    />
  ));
}
