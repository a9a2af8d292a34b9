import { formatMs } from '../../lib/format/format.ts';
import { Facts } from '../card.tsx';
import { BodyView, CodeBlock } from '../code.tsx';
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
  return (
    <>
      <h3>
        Request <code>{[request.method, request.target].filter(Boolean).join(' ')}</code>
      </h3>
      <Message {...request} label="request" />
      <h3>Response {response?.status && <code>{response.status}</code>}</h3>
      {response ? (
        <Message {...response} label="response" />
      ) : (
        <p className="faint">No response was received.</p>
      )}
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
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      {lines.length > 0 && <CodeBlock code={lines.join('\n')} label={`${label} headers`} />}
      {body === null ? (
        <p className="faint">No body was recorded.</p>
      ) : (
        <BodyView text={body} label={label} />
      )}
      {truncated && <p className="faint">The body was truncated.</p>}
    </>
  );
}
