import { formatMs } from '../../lib/format/format.ts';
import { Badge } from '../badge.tsx';
import { CodeBlock } from '../text/code-block.tsx';
import { Moment } from '../text/moment.tsx';
import type { Delivery } from './delivery-words.ts';

/** Every attempt of a delivery with what came back, the newest first, and when the next one is. */
export function DeliveryAttempts({ delivery }: { delivery: Delivery }) {
  const { attempts, nextAttemptAt, status } = delivery;
  return (
    <ol className="attempts">
      {nextAttemptAt !== null && (
        <li data-tone="info">
          <strong>{attempts.length === 0 ? 'First attempt' : `Attempt ${attempts.length + 1}`}</strong> is due{' '}
          <Moment at={nextAttemptAt} />
        </li>
      )}
      {status === 'HELD' && (
        <li data-tone="warn">Held: its endpoint was not enabled. Enable it and resend this delivery.</li>
      )}
      {attempts.toReversed().map(attempt => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
      {attempts.length === 0 && nextAttemptAt === null && status !== 'HELD' && (
        <li className="faint">No attempt was made.</li>
      )}
    </ol>
  );
}

function Attempt({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const { number, at, durationMs, status, error, answer } = attempt;
  return (
    <li data-tone={error === null ? 'good' : 'bad'}>
      <div className="row">
        <strong>Attempt {number}</strong>
        <Badge tone={error === null ? 'good' : 'bad'}>{status ?? 'No answer'}</Badge>
        <span className="faint">
          <Moment at={at} /> · {formatMs(durationMs)}
        </span>
      </div>
      {error !== null && <p>{error}</p>}
      {answer ? (
        <details>
          <summary>Show the answer</summary>
          <CodeBlock code={answer} label="the answer" />
        </details>
      ) : (
        status !== null && <p className="faint">The answer had no body.</p>
      )}
    </li>
  );
}
