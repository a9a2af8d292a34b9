import type { Scope } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { CodeBlock, Copyable } from '../../components/code.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useSession } from '../../lib/session-context.ts';
import type { ApiKey, CreatedKey } from './api-key.tsx';

interface NewSecretProps {
  created: CreatedKey;
  title: string;
  /** What else belongs beside the way to try it. */
  children?: ReactNode;
  onDone: () => void;
}

/** The only place that shows a secret. Whoever shows this drops the secret when it is left; see `useOneTimeSecret`. */
export function NewSecret({ created: { key, secret }, title, children, onDone }: NewSecretProps) {
  const { interfaceUrl } = useSession();
  const [stored, setStored] = useState(false);
  const [shown, setShown] = useState('curl');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="stack narrow">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Card
        title="The key, shown only now"
        hint="Store it where the program finds its secrets. Only a hash is kept here; nobody can show it again."
        className="secret"
      >
        <Copyable text={secret} label="Copy the key" />
        <label className="check">
          <input type="checkbox" checked={stored} onChange={event => setStored(event.target.checked)} />I have
          stored the key
        </label>
        <div className="row">
          <button type="button" className="main" disabled={!stored} onClick={onDone}>
            Done
          </button>
        </div>
      </Card>
      <Card title="Try it" hint="The command goes from your terminal; this page never uses the key.">
        <Tabs
          label="Ways to try the key"
          selected={shown}
          onSelect={setShown}
          tabs={[
            {
              id: 'curl',
              label: 'curl',
              panel: <CodeBlock code={firstCommand(interfaceUrl, secret, key.scopes)} label="the command" />,
            },
            {
              id: 'sdk',
              label: 'TypeScript SDK',
              panel: <CodeBlock code={firstProgram(interfaceUrl, key.scopes)} label="the program" />,
            },
          ]}
        />
        {children}
      </Card>
    </div>
  );
}

/**
 * Keeps a new secret for as long as its page is shown and no longer: it is gone when the component is, when the person
 * changes the environment, and when the browser puts the page away to bring it back later.
 */
export function useOneTimeSecret(environment: Environment) {
  const [created, setMade] = useState<CreatedKey>();
  useEffect(() => {
    const drop = () => setMade(undefined);
    window.addEventListener('pagehide', drop);
    return () => window.removeEventListener('pagehide', drop);
  }, []);
  const shown = created?.key.environment === environment ? created : undefined;
  return { created: shown, show: (value: CreatedKey) => setMade(value), drop: () => setMade(undefined) };
}

const ASK_EVERY_MS = 2_000;

type Logged = Output<'requests/list'>['requests'][number];

/** Waits for the first request of a new key, and says how it went. The page itself never uses the key. */
export function FirstRequestStatus({ apiKey: { keyId, environment } }: { apiKey: ApiKey }) {
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
        {address !== null && ` from ${address}`}, <Timestamp at={at} />.{' '}
        <LinkTo to="/requests/$rowId" params={{ rowId }}>
          See the request
        </LinkTo>
      </span>
    </>
  );
}

interface FirstRequest {
  scope: Scope;
  path: string;
  body: object;
  /** The method of the SDK's client. */
  method: string;
}

/** The first of these that the key may do. */
const REQUESTS: readonly FirstRequest[] = [
  { scope: 'content:read', path: '/content/hotels/v1/boards', body: {}, method: 'content.boards' },
  { scope: 'hotels:read', path: '/connect/hotels/v1/bookinglist', body: {}, method: 'bookings.list' },
  {
    scope: 'hotels:search',
    path: '/connect/hotels/v1/availability',
    body: { destination: { canonicalCityId: 'plc_…' } },
    method: 'hotels.availability',
  },
  {
    scope: 'hotels:quote',
    path: '/connect/hotels/v1/prebooking',
    body: { offerId: 'off_…' },
    method: 'hotels.prebooking',
  },
  {
    scope: 'hotels:book',
    path: '/connect/hotels/v1/booking',
    body: { quoteId: 'quo_…' },
    method: 'bookings.create',
  },
  {
    scope: 'hotels:cancel',
    path: '/connect/hotels/v1/cancel',
    body: { bookingId: 'bkg_…' },
    method: 'bookings.cancel',
  },
];

function firstRequestFor(scopes: readonly Scope[]): FirstRequest {
  return REQUESTS.find(({ scope }) => scopes.includes(scope)) ?? (REQUESTS[0] as FirstRequest);
}

export function firstCommand(interfaceUrl: string, secret: string, scopes: readonly Scope[]): string {
  const { path, body } = firstRequestFor(scopes);
  return [
    `curl -X POST ${interfaceUrl}${path}`,
    `  -H 'Authorization: ApiKey ${secret}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify(body)}'`,
  ].join(' \\\n');
}

/** The key is named by its place in the environment: a program must not hold it. */
export function firstProgram(interfaceUrl: string, scopes: readonly Scope[]): string {
  const { method, body } = firstRequestFor(scopes);
  const input = Object.keys(body).length === 0 ? '' : JSON.stringify(body);
  return [
    `import { Serai } from '@serai/sdk';`,
    '',
    `const serai = new Serai({ apiKey: process.env.SERAI_API_KEY, baseUrl: '${interfaceUrl}' });`,
    `console.log(await serai.${method}(${input}));`,
  ].join('\n');
}
