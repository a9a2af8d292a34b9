import { Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { certifiedBy, hasProductionKey } from './certified-key.ts';

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
          Allow production
        </LinkTo>
      }
    >
      This partner has no production key yet, so it cannot sell. Create its production key to let it go live.
    </Banner>
  );
}
