import { Play } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { CodeBlock, JsonView } from '../../components/code.tsx';
import { Badge, Notice } from '../../components/feedback.tsx';
import { Field, Form } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { fieldError, isShownByFields, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMs } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';

interface TryPanelProps {
  operation: Output<'reference/show'>['operation'];
}

/** Sends one request with a sandbox key. The server makes the call as a client would. */
export function TryPanel({ operation: { name, examples } }: TryPanelProps) {
  const mayTry = useMay('reference:try');
  const [key, setKey] = useState(readKey);
  const [body, setBody] = useState(() => JSON.stringify(examples[0]?.request ?? {}, null, 2));
  const [response, setResponse] = useState<Output<'reference/try'>>();
  const attempt = useAction('reference/try', { changes: ['requests', 'usage'], done: setResponse });
  const submit = () => {
    setResponse(undefined);
    void attempt.run({ operation: name, key: key.trim(), body });
  };
  if (!mayTry) return <p className="faint">A developer, admin or owner can try operations here.</p>;
  return (
    <Card
      title="Try it"
      hint="Works with sandbox keys only. The request counts towards the rate limits and appears in the request log."
    >
      <Form className="try" onSubmit={submit}>
        <Field
          label="Sandbox key"
          hint={
            <>
              Kept in memory until you close this page. No key at hand?{' '}
              <LinkTo to="/settings/api-keys/new">Create one</LinkTo>.
            </>
          }
          problem={fieldError(attempt.failure, 'key')}
        >
          {control => (
            <input
              {...control}
              type="password"
              value={key}
              required
              autoComplete="off"
              spellCheck={false}
              placeholder="serai_sandbox_…"
              onChange={event => {
                setKey(event.target.value);
                storeKey(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label="Request" problem={fieldError(attempt.failure, 'body')}>
          {control => (
            <textarea
              {...control}
              value={body}
              rows={Math.min(20, body.split('\n').length + 1)}
              spellCheck={false}
              onChange={event => setBody(event.target.value)}
            />
          )}
        </Field>
        {attempt.failure && !isShownByFields(attempt.failure, ['key', 'body']) && (
          <Notice failure={attempt.failure} />
        )}
        <div>
          <button type="submit" className="main" disabled={attempt.busy}>
            <Play size={16} aria-hidden /> {attempt.busy ? 'Sending…' : 'Send'}
          </button>
        </div>
      </Form>
      <div aria-live="polite">{response && <TryResponse response={response} />}</div>
    </Card>
  );
}

function TryResponse({
  response: { requestId, status, headers, body, durationMs },
}: {
  response: Output<'reference/try'>;
}) {
  const isGood = status !== null && status < 300;
  return (
    <div className="try">
      <p className="row">
        <Badge tone={isGood ? 'good' : 'bad'}>{status ?? 'No response'}</Badge>
        <span>{formatMs(durationMs)}</span>
        <LinkTo to="/requests" search={{ requestId }}>
          {requestId}
        </LinkTo>
      </p>
      {status === null ? (
        <p>
          The API closed the connection without a response. It is unknown whether the request took effect.
        </p>
      ) : (
        <JsonView value={body} label="response" />
      )}
      <details>
        <summary>Headers</summary>
        <CodeBlock
          code={Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
          label="response headers"
        />
      </details>
    </div>
  );
}

/** Held in memory only, so the key is lost when the page is closed. */
let storedKey = '';

function readKey(): string {
  return storedKey;
}

function storeKey(key: string): void {
  storedKey = key;
}
