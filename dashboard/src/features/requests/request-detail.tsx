import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { CallHeaders, CallOutcome, CallSection } from '../../components/call-detail.tsx';
import { Facts } from '../../components/card.tsx';
import { JsonView } from '../../components/code.tsx';
import { CopyableId, CopyButton } from '../../components/copy-button.tsx';
import { ExchangeDetails } from '../../components/exchanges/exchange-details.tsx';
import { type Exchange, OUTCOMES } from '../../components/exchanges/exchange-outcomes.ts';
import { Badge } from '../../components/feedback.tsx';
import { LinkTo, type Target } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { OperationName } from '../../components/operation-names.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatBytes, formatLeft, formatMs, formatNumber } from '../../lib/format/format.ts';
import { useRemembered } from '../../lib/recent-records.ts';
import { useMay, useSession, useStaff } from '../../lib/session-context.ts';
import { curlCommand } from './curl-command.ts';
import { requestHeaders, STORED_HEADERS } from './recorded-headers.ts';
import { RequestError } from './request-error.tsx';
import type { LoggedRequest } from './request-filters.ts';
import { RequestJourney } from './request-journey.tsx';
import { StatusBadge } from './status-badge.tsx';
import { TimeBar } from './time-bar.tsx';

/** Method and path, as in the first line of an HTTP request. */
export function RequestLine({ path }: { path: string }) {
  return (
    <span className="request-line">
      <span className="unseen">Request </span>
      <Badge tone="info">POST</Badge> <code>{path}</code>
    </span>
  );
}

interface RequestDetailProps {
  shown: Output<'requests/show'>;
  /** Where related requests open. */
  linkTo: (rowId: string) => Target;
}

/** The outcome comes first, then who sent what and what was returned, then the figures. */
export function RequestDetail({ shown, linkTo }: RequestDetailProps) {
  const { request, requestBody, answerBody, related } = shown;
  const { interfaceUrl } = useSession();
  const { bookingId, remaining } = request;
  useRemembered({
    kind: 'request',
    id: request.rowId,
    title: request.requestId,
    detail: `${request.operation ?? request.path}, ${request.at}`,
    environment: request.environment,
    partnerId: request.partnerId,
  });
  const hasBody = requestBody !== null && requestBody !== undefined;
  const command = curlCommand(request, requestBody, interfaceUrl);
  return (
    <div className="request-detail">
      <div className="request-top">
        <CallOutcome
          status={<StatusBadge status={request.status} />}
          durationMs={request.totalMs}
          at={request.at}
        />
        <div className="row">
          <CopyButton
            text={command}
            label={hasBody ? 'Copy as cURL' : 'Copy as cURL (without body)'}
            className="small"
          />
          <TryLink request={request} />
        </div>
        <RequestJourney request={request} related={related} linkTo={linkTo} />
      </div>
      <RequestError request={request} response={answerBody} />
      <WhoSentIt request={request} />
      <div className="request-bodies">
        <CallSection title="Request">
          <CallHeaders label="Request headers" headers={requestHeaders(request)} />
          <p className="hint">{STORED_HEADERS}</p>
          <Body value={requestBody} label="request body" request={request} />
          <p className="hint">
            The cURL command reads the key from <code>SERAI_API_KEY</code>.{' '}
            {hasBody
              ? 'Replace redacted values before you run it.'
              : 'No request body was recorded, so it sends an empty object.'}
            {request.idempotencyKey !== null &&
              ' It repeats the Idempotency-Key, so the same body returns the stored response.'}
          </p>
        </CallSection>
        <CallSection title="Response">
          <Body value={answerBody} label="response body" request={request} />
        </CallSection>
        {bookingId !== null && request.environment === 'sandbox' && (
          <CallSection title="Provider calls">
            <ProviderExchanges bookingId={bookingId} />
          </CallSection>
        )}
      </div>
      <div className="request-more">
        <CallSection title="Duration">
          <TimeBar request={request} />
        </CallSection>
        <CallSection title="Details">
          <Facts items={technicalFacts(request)} />
        </CallSection>
        {remaining && (
          <CallSection title="Rate limits after this request">
            <RateLimitsLeft keyId={request.keyId} remaining={remaining} />
          </CallSection>
        )}
      </div>
    </div>
  );
}

/** Opens the same operation with the same body in the sandbox. */
function TryLink({ request: { operation, rowId } }: { request: LoggedRequest }) {
  const mayTry = useMay('reference:try');
  if (!mayTry || operation === null) return null;
  return (
    <LinkTo
      to="/reference/$operation"
      params={{ operation }}
      search={{ view: 'try', request: rowId }}
      className="button small"
    >
      <FlaskConical size={15} aria-hidden /> Open in Try it
    </LinkTo>
  );
}

function WhoSentIt({ request }: { request: LoggedRequest }) {
  const isStaff = useStaff();
  const { keyId, address, bookingId, partnerId, requestId } = request;
  const facts: [string, ReactNode][] = [['Key', <KeyLink key="key" keyId={keyId} />]];
  if (isStaff) facts.push(['Partner', <PartnerLink key="partner" partnerId={partnerId} />]);
  facts.push(['Request ID', <CopyableId key="id" id={requestId} label="request ID" />]);
  if (bookingId !== null) {
    facts.push([
      'Booking',
      <LinkTo key="booking" to="/bookings/$bookingId" params={{ bookingId }}>
        <code>{bookingId}</code>
      </LinkTo>,
    ]);
  }
  facts.push([
    'IP address',
    address === null ? (
      'Unknown'
    ) : (
      <LinkTo key="address" to="/requests" search={{ address }}>
        {address}
      </LinkTo>
    ),
  ]);
  return (
    <div className="request-who">
      <Facts items={facts} />
    </div>
  );
}

/** The keys of Try it are temporary and cannot be shown, so only their ids are known. */
function KeyLink({ keyId }: { keyId: string }) {
  const mayView = useMay('keys:view');
  const read = useCall('keys/show', { keyId }, { when: mayView });
  if (read.state !== 'ready' || read.data.key.keyId !== keyId) return <code>{keyId}</code>;
  return (
    <LinkTo to="/settings/api-keys/$keyId" params={{ keyId }}>
      {read.data.key.name}
    </LinkTo>
  );
}

interface RateLimitsLeftProps {
  keyId: string;
  remaining: NonNullable<LoggedRequest['remaining']>;
}

/** The limits are those that the key has now. They are left out if they were lowered since the request. */
function RateLimitsLeft({ keyId, remaining }: RateLimitsLeftProps) {
  const mayView = useMay('keys:view');
  const read = useCall('keys/show', { keyId }, { when: mayView });
  const limits = read.state === 'ready' && read.data.key.keyId === keyId ? read.data.key.limits : undefined;
  return (
    <div className="limits-left">
      <Facts
        items={[
          ['Per minute', formatLeft(remaining.perMinute, limits?.perMinute)],
          ['Per hour', formatLeft(remaining.perHour, limits?.perHour)],
          ['Per day', formatLeft(remaining.perDay, limits?.perDay)],
        ]}
      />
    </div>
  );
}

function technicalFacts(request: LoggedRequest): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    ['Operation', <OperationName key="operation" operation={request.operation} />],
    ['Request size', formatBytes(request.bytesIn)],
    ['Response size', formatBytes(request.bytesOut)],
  ];
  if (request.resends > 0) facts.push(['Retries on another backend', formatNumber(request.resends)]);
  return facts;
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

function ProviderExchanges({ bookingId }: { bookingId: string }) {
  const shown = useCall('bookings/show', { bookingId, includeAudit: true });
  return (
    <Loaded from={shown} rows={2}>
      {({ audit }) =>
        audit === undefined || audit.transactions.length === 0 ? (
          <p className="faint">No provider calls were recorded.</p>
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
  const { operation, outcome, durationMs, provider } = exchange;
  const { label, tone } = OUTCOMES[outcome];
  return (
    <details>
      <summary>
        {provider}: {operation} <Badge tone={tone}>{label}</Badge>{' '}
        <span className="faint">{formatMs(durationMs)}</span>
      </summary>
      <ExchangeDetails exchange={exchange} />
    </details>
  );
}
