import { Facts } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { formatMs } from '../../lib/format/format.ts';
import type { Exchange } from './timeline-of.ts';

const PROBLEM_OUTCOMES = ['FAILED', 'UNKNOWN', 'REFUSED', 'THROTTLED', 'NOT_EXECUTED'];

export function isProblem(outcome: string): boolean {
  return PROBLEM_OUTCOMES.includes(outcome);
}

/** The request to the provider and its response, as they were recorded. */
export function ExchangeDetails({ exchange: { request, response, ...about } }: { exchange: Exchange }) {
  return (
    <>
      <Facts
        items={[
          ['Outcome', about.outcome],
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
        <CodeBlock code={prettyBody(body)} label={label} />
      )}
      {truncated && <p className="faint">The body was truncated.</p>}
    </>
  );
}

/** Formats JSON and returns anything else unchanged. */
function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
