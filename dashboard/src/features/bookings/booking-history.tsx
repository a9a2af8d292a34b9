import { JsonView } from '../../components/code.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { describeCause } from './attention.ts';
import { ACTORS, describeReason, StatusBadge } from './booking-status.tsx';

type Entry = Output<'bookings/show'>['history'][number];

export function HistoryEntry({
  entry: { version, at, event, actor, by, to, reason, evidence, note },
}: {
  entry: Entry;
}) {
  const { cause, summary, ...found } = note ?? {};
  return (
    <>
      <div className="timeline-head">
        <StatusBadge status={to} />
        <code>{event}</code>
        <span className="faint">
          version {version}, by {by ?? ACTORS[actor]}, <Timestamp at={at} exact />
        </span>
      </div>
      {reason && <p>{sentence(describeReason(reason))}</p>}
      {evidence && (
        <blockquote>
          <span className="unseen">Evidence: </span>
          {evidence}
        </blockquote>
      )}
      {typeof cause === 'string' && <p>{describeCause(cause)}</p>}
      {typeof summary === 'string' && <p>{summary}</p>}
      {Object.keys(found).length > 0 && <JsonView value={found} label="details" folded />}
    </>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
