import { Banner } from '../../../components/banner.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Moment } from '../../../components/text/moment.tsx';
import { useAction } from '../../../lib/calls/use-action.ts';
import type { ApiKey } from '../parts/api-key.ts';
import { useKeyRights } from '../parts/use-key-rights.ts';
import { Countdown } from './countdown.tsx';

/** While an older secret still works: until when, who used it last, and the way to end it. */
export function Overlap({ apiKey }: { apiKey: ApiKey }) {
  const { keyId, environment, secrets } = apiKey;
  const { mayChange, prove } = useKeyRights(environment);
  const end = useAction('keys/end-overlap', {
    said: 'Only the new secret works now.',
    changes: ['keys'],
  });
  const old = secrets.find(({ validUntil }) => validUntil !== null);
  if (old === undefined || old.validUntil === null) return null;
  const endNow = async () => {
    if (await prove()) await end.run({ keyId });
  };
  return (
    <Banner
      tone="warn"
      title={
        <>
          The old secret <code>{old.start}…</code> works for another <Countdown until={old.validUntil} />
        </>
      }
      action={
        mayChange && (
          <button type="button" disabled={end.busy} onClick={() => void endNow()}>
            {end.busy ? 'Ending …' : 'End it now'}
          </button>
        )
      }
    >
      <LastUse use={old.lastUsed} />
      {end.failure && <Notice failure={end.failure} />}
    </Banner>
  );
}

function LastUse({ use }: { use: ApiKey['lastUsed'] }) {
  if (use === null) return 'The old secret was never used.';
  return (
    <>
      Old secret last used <Moment at={use.at} />
      {use.address !== null && ` from ${use.address}`}
      {use.clientVersion !== null && `, client ${use.clientVersion}`}.
    </>
  );
}
