import { Card } from '../../../components/card.tsx';
import { JsonView } from '../../../components/code.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { ACTOR_WORDS, reasonWords } from '../booking-words.ts';
import { StatusBadge } from '../status-badge.tsx';
import { causeWords } from './attention-words.ts';

type Entry = Output<'bookings/show'>['history'][number];

/** The newest on top: that is what people come for. */
export function HistoryCard({ history }: { history: readonly Entry[] }) {
  return (
    <Card title="History" hint="Every change, the newest first. Each has a version and was told as an event.">
      <ol className="timeline" reversed>
        {history.toReversed().map(entry => (
          <li key={entry.version} data-actor={entry.actor}>
            <HistoryEntry entry={entry} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function HistoryEntry({
  entry: { version, at, event, actor, by, to, reason, evidence, note },
}: {
  entry: Entry;
}) {
  const { cause, ...found } = note ?? {};
  return (
    <>
      <div className="timeline-head">
        <StatusBadge status={to} />
        <code>{event}</code>
        <span className="faint">
          version {version}, by {by ?? ACTOR_WORDS[actor]}, <Timestamp at={at} exact />
        </span>
      </div>
      {reason && <p>{sentence(reasonWords(reason))}</p>}
      {evidence && (
        <blockquote>
          <span className="unseen">Evidence: </span>
          {evidence}
        </blockquote>
      )}
      {typeof cause === 'string' && <p>{causeWords(cause)}</p>}
      {Object.keys(found).length > 0 && <JsonView value={found} label="what was found" folded />}
    </>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
