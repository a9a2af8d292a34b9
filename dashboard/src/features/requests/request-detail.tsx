import type { ReactNode } from 'react';
import { Facts } from '../../components/card.tsx';
import { CodeBlock, CopyButton, JsonView } from '../../components/code.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatBytes, formatNumber } from '../../lib/format/format.ts';
import { useSession } from '../../lib/session-context.ts';
import { curlCommand } from './curl-command.ts';
import { ProviderExchanges } from './provider-exchanges.tsx';
import type { LoggedRequest } from './request-filters.ts';
import { StatusBadge } from './status-badge.tsx';
import { TimeBar } from './time-bar.tsx';

/** One request with everything that is known of it. */
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
      {(code ?? reason) !== null && <Why request={request} />}
      <Part title="Time">
        <TimeBar request={request} />
      </Part>
      <Facts items={factsOf(request)} />
      {remaining && (
        <Part title="Left of the windows afterwards">
          <Facts
            items={[
              ['This minute', formatNumber(remaining.perMinute)],
              ['This hour', formatNumber(remaining.perHour)],
              ['This day', formatNumber(remaining.perDay)],
            ]}
          />
        </Part>
      )}
      <Part title="Headers">
        <Headers request={request} />
      </Part>
      <Part title="Request body">
        <Body value={requestBody} label="the request body" request={request} />
      </Part>
      <Part title="Answer body">
        <Body value={answerBody} label="the answer body" request={request} />
      </Part>
      <Part title="Send it again">
        <CodeBlock code={curlCommand(request, requestBody, interfaceUrl)} label="the request as curl" />
        <p className="hint">
          The key is left out: the command takes it from SERAI_API_KEY. Fill in what was blanked.
        </p>
      </Part>
      {bookingId !== null && request.environment === 'sandbox' && (
        <Part title="Exchanges with the provider">
          <ProviderExchanges bookingId={bookingId} />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="detail-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Why({ request: { code, reason } }: { request: LoggedRequest }) {
  return (
    <p className="detail-why">
      {code !== null && (
        <LinkTo to="/requests" search={{ code }}>
          {code}
        </LinkTo>
      )}
      {reason !== null && <span>The key was refused: {reason}. The client is not told why.</span>}
    </p>
  );
}

function factsOf(request: LoggedRequest): [string, ReactNode][] {
  const { keyId, address, bookingId, resends } = request;
  const facts: [string, ReactNode][] = [
    ['When', <Timestamp key="at" at={request.at} exact />],
    ['Operation', request.operation ?? 'No route matched'],
    [
      'Key',
      <LinkTo key="key" to="/settings/api-keys/$keyId" params={{ keyId }}>
        {keyId}
      </LinkTo>,
    ],
    [
      'Address',
      address === null ? (
        'Not known'
      ) : (
        <LinkTo key="address" to="/requests" search={{ address }}>
          {address}
        </LinkTo>
      ),
    ],
    ['Received', formatBytes(request.bytesIn)],
    ['Sent', formatBytes(request.bytesOut)],
  ];
  if (bookingId !== null) {
    facts.push([
      'Booking',
      <LinkTo key="booking" to="/bookings/$bookingId" params={{ bookingId }}>
        {bookingId}
      </LinkTo>,
    ]);
  }
  if (resends > 0) facts.push(['Sent again to another backend', formatNumber(resends)]);
  return facts;
}

/** The log keeps no others: the rest may hold secrets. */
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
      <CopyButton text={request.requestId} label="Copy the request id" />
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
        ? 'Not kept. In production bodies are kept of quotes, bookings, cancellations and errors, and of a sample of the rest.'
        : 'None was kept.'}
    </p>
  );
}
