import type { ReactNode } from 'react';
import { Facts } from '../../components/card.tsx';
import { BodyView, CodeBlock, JsonView } from '../../components/code.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Badge, type Tone } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatBytes, formatMs, formatNumber } from '../../lib/format/format.ts';
import { useSession } from '../../lib/session-context.ts';
import type { LoggedRequest } from './request-filters.ts';
import { TimeBar } from './time-bar.tsx';

export function RequestDetail({ shown }: { shown: Output<'requests/show'> }) {
  const { request, requestBody, answerBody } = shown;
  const { interfaceUrl } = useSession();
  const { code, reason, remaining, bookingId } = request;
  return (
    <div className="request-detail">
      <p className="row">
        <StatusBadge status={request.status} />
        <code>{request.path}</code>
      </p>
      {(code ?? reason) !== null && <ErrorReason request={request} />}
      <Section title="Duration">
        <TimeBar request={request} />
      </Section>
      <Facts items={requestFacts(request)} />
      {remaining && (
        <Section title="Rate limit remaining">
          <Facts
            items={[
              ['Per minute', formatNumber(remaining.perMinute)],
              ['Per hour', formatNumber(remaining.perHour)],
              ['Per day', formatNumber(remaining.perDay)],
            ]}
          />
        </Section>
      )}
      <Section title="Headers">
        <Headers request={request} />
      </Section>
      <Section title="Request body">
        <Body value={requestBody} label="request body" request={request} />
      </Section>
      <Section title="Response body">
        <Body value={answerBody} label="response body" request={request} />
      </Section>
      <Section title="Send again">
        <CodeBlock code={curlCommand(request, requestBody, interfaceUrl)} label="as curl" />
        <p className="hint">
          The command reads the key from SERAI_API_KEY. Replace redacted values before you run it.
        </p>
      </Section>
      {bookingId !== null && request.environment === 'sandbox' && (
        <Section title="Provider exchanges">
          <ProviderExchanges bookingId={bookingId} />
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="detail-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function ErrorReason({ request: { code, reason } }: { request: LoggedRequest }) {
  return (
    <p className="detail-why">
      {code !== null && (
        <LinkTo to="/requests" search={{ code }}>
          {code}
        </LinkTo>
      )}
      {reason !== null && <span>The key was rejected: {reason}. This reason is not sent to the client.</span>}
    </p>
  );
}

function requestFacts(request: LoggedRequest): [string, ReactNode][] {
  const { keyId, address, bookingId, resends } = request;
  const facts: [string, ReactNode][] = [
    ['Time', <Timestamp key="at" at={request.at} exact />],
    ['Operation', request.operation ?? 'Unknown path'],
    [
      'Key',
      <LinkTo key="key" to="/settings/api-keys/$keyId" params={{ keyId }}>
        {keyId}
      </LinkTo>,
    ],
    [
      'IP address',
      address === null ? (
        'Unknown'
      ) : (
        <LinkTo key="address" to="/requests" search={{ address }}>
          {address}
        </LinkTo>
      ),
    ],
    ['Request size', formatBytes(request.bytesIn)],
    ['Response size', formatBytes(request.bytesOut)],
  ];
  if (bookingId !== null) {
    facts.push([
      'Booking',
      <LinkTo key="booking" to="/bookings/$bookingId" params={{ bookingId }}>
        {bookingId}
      </LinkTo>,
    ]);
  }
  if (resends > 0) facts.push(['Retries on another backend', formatNumber(resends)]);
  return facts;
}

/** Other headers may contain secrets and are not recorded. */
function Headers({ request }: { request: LoggedRequest }) {
  const headers: [string, string | null][] = [
    ['X-Request-ID', request.requestId],
    ['X-Client-Version', request.clientVersion],
    ['User-Agent', request.userAgent],
    ['Idempotency-Key', request.idempotencyKey],
  ];
  return (
    <>
      <Facts
        items={headers
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [name, <code key={name}>{value}</code>] as const)}
      />
      <CopyButton text={request.requestId} label="Copy request ID" />
    </>
  );
}

interface BodyProps {
  value: unknown;
  label: string;
  request: LoggedRequest;
}

function Body({ value, label, request }: BodyProps) {
  if (value !== null && value !== undefined) return <JsonView value={value} label={label} />;
  return (
    <p className="faint">
      {request.environment === 'production' && request.status < 300
        ? 'Not recorded. Production records the bodies of quotes, bookings, cancellations and errors, and a sample of the rest.'
        : 'No body was recorded.'}
    </p>
  );
}

/** 0 means that the response was lost, 499 that the client disconnected. */
export function StatusBadge({ status }: { status: number }) {
  if (status === 0) return <Badge tone="bad">No response</Badge>;
  if (status === 499) return <Badge tone="warn">Client disconnected</Badge>;
  return <Badge tone={toneOf(status)}>{status}</Badge>;
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'info' : 'good';
}

/** The command reads the key from the environment and never contains it. */
export function curlCommand(
  request: Pick<LoggedRequest, 'path' | 'idempotencyKey' | 'clientVersion'>,
  body: unknown,
  interfaceUrl: string,
): string {
  const lines = [
    `curl ${shellQuote(`${interfaceUrl.replace(/\/$/, '')}${request.path}`)}`,
    `  -H "Authorization: ApiKey $SERAI_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
  ];
  if (request.clientVersion !== null)
    lines.push(`  -H ${shellQuote(`X-Client-Version: ${request.clientVersion}`)}`);
  if (request.idempotencyKey !== null)
    lines.push(`  -H ${shellQuote(`Idempotency-Key: ${request.idempotencyKey}`)}`);
  lines.push(`  -d ${shellQuote(JSON.stringify(body ?? {}))}`);
  return lines.join(' \\\n');
}

/** Quotes text as a single POSIX shell argument. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

type Exchange = NonNullable<Output<'bookings/show'>['audit']>['transactions'][number];

function ProviderExchanges({ bookingId }: { bookingId: string }) {
  const shown = useCall('bookings/show', { bookingId, includeAudit: true });
  return (
    <Loaded from={shown} rows={2}>
      {({ audit }) =>
        audit === undefined || audit.transactions.length === 0 ? (
          <p className="faint">No provider exchanges were recorded.</p>
        ) : (
          <ul className="exchanges">
            {audit.transactions.map(exchange => (
              <li key={`${exchange.startedAt} ${exchange.operation} ${exchange.attempt}`}>
                <ExchangeView exchange={exchange} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function ExchangeView({ exchange }: { exchange: Exchange }) {
  const { operation, outcome, durationMs, provider, request, response } = exchange;
  return (
    <details>
      <summary>
        {provider}: {operation} <Badge>{outcome}</Badge> <span className="faint">{formatMs(durationMs)}</span>
      </summary>
      <p>
        <code>{[request.method, request.target].filter(Boolean).join(' ')}</code>
      </p>
      {request.body !== null && <BodyView text={request.body} label="request" />}
      {response && <BodyView text={response.body ?? '(no body)'} label="response" />}
    </details>
  );
}
