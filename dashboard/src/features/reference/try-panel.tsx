import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { CodeBlock, JsonView } from '../../components/code.tsx';
import { Badge, Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { fieldError, isShownByFields, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMs } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { keepKey, keptKey } from './kept-key.ts';

interface TryPanelProps {
  operation: Output<'reference/show'>['operation'];
}

/** One call with a key of the sandbox, made by the server as a program would make it. */
export function TryPanel({ operation: { name, examples } }: TryPanelProps) {
  const mayTry = useMay('developer');
  const [key, setKey] = useState(keptKey);
  const [body, setBody] = useState(() => JSON.stringify(examples[0]?.request ?? {}, null, 2));
  const [answer, setAnswer] = useState<Output<'reference/try'>>();
  const attempt = useAction('reference/try', { changes: ['requests', 'usage'], done: setAnswer });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAnswer(undefined);
    void attempt.run({ operation: name, key: key.trim(), body });
  };
  if (!mayTry) return <p className="faint">A developer, admin or owner can try operations here.</p>;
  return (
    <Card
      title="Try it"
      hint="With a key of the sandbox only. The call is real: limits count it and the request log shows it."
    >
      <form className="try" onSubmit={submit}>
        <Field
          label="Sandbox key"
          hint={
            <>
              Kept in this window until you leave it. <LinkTo to="/settings/api-keys/new">Create one</LinkTo>{' '}
              if you have none at hand.
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
                keepKey(event.target.value);
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
            <Play size={16} aria-hidden /> {attempt.busy ? 'Sending …' : 'Send'}
          </button>
        </div>
      </form>
      <div aria-live="polite">{answer && <TriedAnswer answer={answer} />}</div>
    </Card>
  );
}

function TriedAnswer({
  answer: { requestId, status, headers, body, durationMs },
}: {
  answer: Output<'reference/try'>;
}) {
  const isGood = status !== null && status < 300;
  return (
    <div className="try">
      <p className="row">
        <Badge tone={isGood ? 'good' : 'bad'}>{status ?? 'No answer'}</Badge>
        <span>{formatMs(durationMs)}</span>
        <LinkTo to="/requests" search={{ requestId }}>
          {requestId}
        </LinkTo>
      </p>
      {status === null ? (
        <p>The interface closed the connection without an answer: whether it took effect is not known.</p>
      ) : (
        <JsonView value={body} label="the answer" />
      )}
      <details>
        <summary>Headers</summary>
        <CodeBlock
          code={Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
          label="headers of the answer"
        />
      </details>
    </div>
  );
}
