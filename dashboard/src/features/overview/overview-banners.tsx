import { Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';

/** Shows the degraded modes of the installation, since when they apply, and their effect. */
export function DegradedModes({ degraded }: { degraded: Output<'system/status'>['degraded'] }) {
  return degraded.map(({ mode, since, effect }) => (
    <Banner
      key={mode}
      tone="warn"
      title={
        <>
          Degraded since <Timestamp at={since} exact />: {mode}
        </>
      }
      action={<LinkTo to="/settings/system">Open System</LinkTo>}
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
          API key “{name}” expires <Timestamp at={expiresAt as string} />
        </>
      }
      action={
        <LinkTo to="/settings/api-keys/$keyId" params={{ keyId }}>
          Open key
        </LinkTo>
      }
    />
  ));
}

type Key = Output<'keys/list'>['keys'][number];

const SOON_DAYS = 14;

/** Active keys that expire within two weeks, earliest first. */
export function expiringKeys(keys: readonly Key[], nowMs = Date.now()): Key[] {
  const untilMs = nowMs + SOON_DAYS * 86_400_000;
  return keys
    .filter(
      ({ status, expiresAt }) =>
        status === 'ACTIVE' && expiresAt !== null && Date.parse(expiresAt) <= untilMs,
    )
    .sort((a, b) => Date.parse(a.expiresAt as string) - Date.parse(b.expiresAt as string));
}
