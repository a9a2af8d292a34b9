import { formatMs } from '../../lib/format/format.ts';
import { Facts } from '../card.tsx';
import { BodyView, CodeBlock } from '../code.tsx';
import { Timestamp } from '../timestamp.tsx';
import { type Exchange, OUTCOMES } from './exchange-outcomes.ts';

/** The request to the provider and its response, as they were recorded. */
export function ExchangeDetails({ exchange: { request, response, ...about } }: { exchange: Exchange }) {
  return (
    <>
      <Facts
        items={[
          ['Outcome', OUTCOMES[about.outcome].label],
          ['Attempt', String(about.attempt)],
          ['Duration', formatMs(about.durationMs)],
          ['Started', <Timestamp key="at" at={about.startedAt} exact />],
        ]}
      />
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
