import { Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';

/** A production key is what lets a partner sell. This is offered as soon as its certification is complete. */
export function AllowProduction({ partnerId }: { partnerId: string }) {
  const mayCreate = useMay('keys:production');
  const live = useCall(
    'keys/list',
    { partnerId, environment: 'production', page: { limit: 100 } },
    { when: mayCreate },
  );
  const isLive = live.state !== 'ready' || hasProductionKey(live.data.keys);
  const tests = useCall(
    'keys/list',
    { partnerId, environment: 'sandbox', page: { limit: 100 } },
    { when: mayCreate && !isLive },
  );
  const keyId = tests.state === 'ready' ? certifiedBy(tests.data.keys) : undefined;
  const checklist = useCall(
    'sandbox/checklist',
    { keyId: keyId ?? '' },
    { when: mayCreate && !isLive && keyId !== undefined },
  );
  if (!mayCreate || isLive || checklist.state !== 'ready' || !checklist.data.complete) return null;
  return (
    <Banner
      tone="good"
      title="Certification is complete"
      action={
        <LinkTo
          to="/settings/api-keys/new"
          params={{ environment: 'production' }}
          search={{ partner: partnerId }}
          className="button main"
        >
          Create production key
        </LinkTo>
      }
    >
      The partner needs a production key to sell.
    </Banner>
  );
}

type Key = Output<'keys/list'>['keys'][number];

/** The sandbox key that was used last shows how far the certification is. */
export function certifiedBy(keys: readonly Pick<Key, 'keyId' | 'lastUsed'>[]): string | undefined {
  const timeOf = ({ lastUsed }: Pick<Key, 'lastUsed'>) => (lastUsed ? Date.parse(lastUsed.at) : 0);
  return keys.filter(key => timeOf(key) > 0).toSorted((a, b) => timeOf(b) - timeOf(a))[0]?.keyId;
}

/** A revoked key cannot be used for sales. A disabled or expired one can be used again. */
export function hasProductionKey(keys: readonly Pick<Key, 'status'>[]): boolean {
  return keys.some(({ status }) => status !== 'REVOKED');
}
