import { formatMs } from '../../lib/format/format.ts';
import { describeHttpStatus } from '../../lib/format/http-status.ts';
import { CallHeaders, CallSection } from '../call-detail.tsx';
import { Facts } from '../card.tsx';
import { BodyView } from '../code.tsx';
import { Timestamp } from '../timestamp.tsx';
import { type Exchange, OUTCOMES } from './exchange-outcomes.ts';

/** The request to the provider and its response, as they were recorded. */
export function ExchangeDetails({ exchange }: { exchange: Exchange }) {
  return (
    <>
      <Facts
        items={[
          ['Outcome', OUTCOMES[exchange.outcome].label],
          ['Attempt', String(exchange.attempt)],
          ['Duration', formatMs(exchange.durationMs)],
          ['Started', <Timestamp key="at" at={exchange.startedAt} exact />],
        ]}
      />
      <ExchangeMessages exchange={exchange} />
    </>
  );
}

export function ExchangeMessages({ exchange: { request, response } }: { exchange: Exchange }) {
  const line = [request.method, request.target].filter(Boolean).join(' ');
  const status = response?.status;
  return (
    <>
      <CallSection title={line === '' ? 'Request' : <RequestTitle name="Request" code={line} />}>
        <Message {...request} label="request" />
      </CallSection>
      <CallSection
        title={status ? <RequestTitle name="Response" code={describeHttpStatus(status)} /> : 'Response'}
      >
        {response ? (
          <Message {...response} label="response" />
        ) : (
          <p className="faint">No response was received.</p>
        )}
      </CallSection>
    </>
  );
}

function RequestTitle({ name, code }: { name: string; code: string }) {
  return (
    <>
      {name} <code>{code}</code>
    </>
  );
}

interface MessageProps {
  headers: Record<string, string>;
  body: string | null;
  truncated: boolean;
  label: string;
}

function Message({ headers, body, truncated, label }: MessageProps) {
  return (
    <>
      <CallHeaders label={`${label} headers`} headers={Object.entries(headers)} />
      {body === null ? (
        <p className="faint">No body was recorded.</p>
      ) : (
        <BodyView text={body} label={label} />
      )}
      {truncated && <p className="faint">The body was truncated.</p>}
    </>
  );
}
