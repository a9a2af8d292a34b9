import type { Scope } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { CodeBlock, Copyable } from '../../components/code.tsx';
import { LeaveGuard } from '../../components/dialogs/leave-guard.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useSession } from '../../lib/session-context.ts';
import type { ApiKey, CreatedKey } from './api-key.tsx';

interface NewSecretProps {
  created: CreatedKey;
  title: string;
  /** A sentence above the new version of a rotated key: until when the old one works. */
  oldKey?: ReactNode;
  /** Content below the example request. */
  children?: ReactNode;
  onDone: () => void;
}

const FIRST_SECRET = {
  copyNow: 'Copy your key now. You won’t see it again.',
  copy: 'Copy key',
  stored: 'I have stored the key',
  send: 'Send a first request',
  sendHint: 'Run this in your terminal and paste the key when asked. It stays out of your shell history.',
};

const NEXT_SECRET = {
  copyNow: 'Copy the new key now. You won’t see it again.',
  copy: 'Copy key',
  stored: 'I have stored the new key',
  send: 'Test the new key',
  sendHint: 'Run this in your terminal and paste the new key when asked. It stays out of your shell history.',
};

/**
 * The only component that shows the secret of a key. Pages forget the secret when the user leaves them. See
 * `useOneTimeSecret`.
 */
export function NewSecret({ created: { key, secret }, title, oldKey, children, onDone }: NewSecretProps) {
  const { interfaceUrl } = useSession();
  const [stored, setStored] = useState(false);
  const [shown, setShown] = useState('curl');
  const heading = useRef<HTMLSpanElement>(null);
  const hintId = useId();
  const texts = oldKey === undefined ? FIRST_SECRET : NEXT_SECRET;

  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="stack wide new-key">
      <LeaveGuard isNeeded={!stored} title="Leave without the key?" confirmLabel="Leave">
        You have not confirmed that you have stored the key. It is never shown again. If you lose it, you must
        rotate the key.
      </LeaveGuard>
      <PageHead
        title={title}
        heading={
          <span ref={heading} tabIndex={-1}>
            {title}
          </span>
        }
        back={{ to: '/settings/api-keys', label: 'API keys' }}
      />
      {oldKey && <div className="lead">{oldKey}</div>}
      <Card
        title={texts.copyNow}
        hint="Store it with your application’s other secrets. Serai keeps only a hash of it."
        className="secret"
      >
        <Copyable text={secret} label={texts.copy} isMain={!stored} />
        <label className="check">
          <input type="checkbox" checked={stored} onChange={event => setStored(event.target.checked)} />
          {texts.stored}
        </label>
        <div className="row">
          <button
            type="button"
            className={stored ? 'main' : undefined}
            disabled={!stored}
            aria-describedby={stored ? undefined : hintId}
            onClick={onDone}
          >
            Continue
          </button>
          {!stored && (
            <span id={hintId} className="hint">
              Tick the box first.
            </span>
          )}
        </div>
      </Card>
      <Card title={texts.send} hint={texts.sendHint}>
        <Tabs
          label="Example request"
          selected={shown}
          onSelect={setShown}
          tabs={[
            {
              id: 'curl',
              label: 'cURL',
              panel: <CodeBlock code={firstCommand(interfaceUrl, key.scopes)} label="command" />,
            },
            {
              id: 'sdk',
              label: 'TypeScript SDK',
              panel: <CodeBlock code={firstProgram(interfaceUrl, key.scopes)} label="program" />,
            },
            {
              id: 'python',
              label: 'Python SDK',
              panel: <CodeBlock code={firstPythonProgram(interfaceUrl, key.scopes)} label="program" />,
            },
          ]}
        />
        {children}
      </Card>
    </div>
  );
}

/**
 * Holds a new secret only while its page is shown. The secret is dropped when the component unmounts and when the
 * browser puts the page into its back/forward cache. It is hidden while another environment is selected.
 */
export function useOneTimeSecret(environment: Environment) {
  const [created, setCreated] = useState<CreatedKey>();
  useEffect(() => {
    const drop = () => setCreated(undefined);
    window.addEventListener('pagehide', drop);
    return () => window.removeEventListener('pagehide', drop);
  }, []);
  const shown = created?.key.environment === environment ? created : undefined;
  return {
    created: shown,
    show: (value: CreatedKey) => setCreated(value),
    drop: () => setCreated(undefined),
  };
}

const POLL_MS = 2_000;

type Logged = Output<'requests/list'>['requests'][number];

/** Waits for a request with a new key and shows the result of the latest one. The page itself never uses the key. */
export function FirstRequestStatus({ apiKey: { keyId, environment } }: { apiKey: ApiKey }) {
  const latest = useCall('requests/list', { environment, keyId, page: { limit: 1 } }, { everyMs: POLL_MS });
  const last = latest.state === 'ready' ? latest.data.requests[0] : undefined;
  return (
    <div className="first-use" role="status" data-tone={toneOf(last)}>
      {last === undefined ? (
        <Waiting>Waiting for the first request. Run the command above.</Waiting>
      ) : (
        <Arrived request={last} />
      )}
    </div>
  );
}

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <>
      <LoaderCircle size={20} aria-hidden className="turning" />
      <span>{children}</span>
    </>
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
        {worked ? 'The key works: ' : 'The request failed: '}
        <strong>{status}</strong> {code ?? ''} for {operation ?? path}
        {address !== null && ` from ${address}`}, <Timestamp at={at} />.{' '}
        <LinkTo to="/requests/$rowId" params={{ rowId }}>
          View request
        </LinkTo>
      </span>
    </>
  );
}

interface FirstRequest {
  scope: Scope;
  path: string;
  body: object;
  /** Method of the SDK client. */
  method: string;
}

/** In order of preference. The first request that the key's scopes allow is used. */
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
    method: 'hotels.quote',
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

/**
 * Reads the key without showing it, so that neither the screen nor the history of the shell contains it. The request is part
 * of the same command: on a separate line, a shell could take it for the key when both are pasted together.
 */
export function firstCommand(interfaceUrl: string, scopes: readonly Scope[]): string {
  const { path, body } = firstRequestFor(scopes);
  return [
    `printf 'API key: ' && read -rs SERAI_API_KEY && export SERAI_API_KEY && echo &&\ncurl -X POST ${interfaceUrl}${path}`,
    `  -H "Authorization: ApiKey $SERAI_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify(body)}'`,
  ].join(' \\\n');
}

/** Reads the key from the environment, because a program must not contain it. */
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

/** The Python SDK takes the fields of the request as arguments, and its client reads the key from `SERAI_API_KEY`. */
export function firstPythonProgram(interfaceUrl: string, scopes: readonly Scope[]): string {
  const { method, body } = firstRequestFor(scopes);
  const input = Object.entries(body).map(([field, value]) => `${field}=${JSON.stringify(value)}`);
  return [
    'from serai import Serai',
    '',
    `serai = Serai(base_url="${interfaceUrl}")  # reads the key from SERAI_API_KEY`,
    `print(serai.${method}(${input.join(', ')}).to_dict())`,
  ].join('\n');
}
