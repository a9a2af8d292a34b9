import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { LinkTo } from '../../../components/link-to.tsx';
import { Moment } from '../../../components/text/moment.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { useCall } from '../../../lib/calls/use-call.ts';
import type { ApiKey } from '../parts/api-key.ts';

const ASK_EVERY_MS = 2_000;

type Logged = Output<'requests/list'>['requests'][number];

/** Waits for the first request of a new key, and says how it went. The page itself never uses the key. */
export function FirstUse({ apiKey: { keyId, environment } }: { apiKey: ApiKey }) {
  const asked = useCall(
    'requests/list',
    { environment, keyId, page: { limit: 1 } },
    { everyMs: ASK_EVERY_MS },
  );
  const last = asked.state === 'ready' ? asked.data.requests[0] : undefined;
  return (
    <div className="first-use" role="status" data-tone={toneOf(last)}>
      {last === undefined ? (
        <>
          <LoaderCircle size={20} aria-hidden className="turning" />
          <span>Run the command. This turns green when the first request arrives.</span>
        </>
      ) : (
        <Arrived request={last} />
      )}
    </div>
  );
}

function toneOf(request: Logged | undefined): string {
  if (request === undefined) return 'plain';
  return request.status < 400 ? 'good' : 'bad';
}

function Arrived({ request }: { request: Logged }) {
  const { status, operation, path, address, at, rowId, code } = request;
  const worked = status < 400;
  return (
    <>
      {worked ? <CircleCheck size={20} aria-hidden /> : <CircleX size={20} aria-hidden />}
      <span>
        {worked ? 'The key works: ' : 'The key was used, and refused: '}
        <strong>{status}</strong> {code ?? ''} for {operation ?? path}
        {address !== null && ` from ${address}`}, <Moment at={at} />.{' '}
        <LinkTo to="/requests/$rowId" params={{ rowId }}>
          See the request
        </LinkTo>
      </span>
    </>
  );
}
