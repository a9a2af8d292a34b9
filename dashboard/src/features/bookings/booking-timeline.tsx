import { type ReactNode, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { DeliveryBadge } from '../../components/deliveries.tsx';
import { Badge, Notice } from '../../components/feedback.tsx';
import { Field, Form } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { fieldError, type Input, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMs } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { HistoryEntry } from './booking-history.tsx';
import { KIND_LABELS, KINDS, type Kind, type Moment, timelineOf } from './timeline-of.ts';

type Shown = Output<'bookings/show'>;

const MAX_REQUESTS = 100;
const MAX_NOTE_LENGTH = 4_000;

/** Everything that happened to a booking, newest first. Staff can add notes. */
export function TimelineCard({ shown }: { shown: Shown }) {
  const { bookingId, environment, erasedAt } = shown.booking;
  const [{ show }, setFilters] = useFilters(['show']);
  const mayNote = useMay('bookings:resolve');
  const mayRequests = useMay('requests:view');
  const withExchanges = useCall('bookings/show', { bookingId, includeAudit: true } as Input<'bookings/show'>);
  const requests = useCall(
    'requests/list',
    { bookingId, environment, page: { limit: MAX_REQUESTS } } as Input<'requests/list'>,
    { when: mayRequests },
  );
  const moments = timelineOf({
    history: shown.history,
    deliveries: shown.deliveries,
    notes: shown.notes ?? [],
    exchanges: withExchanges.state === 'ready' ? (withExchanges.data.audit?.transactions ?? []) : [],
    requests: requests.state === 'ready' ? requests.data.requests : [],
  });
  const kinds = KINDS.filter(kind => moments.some(moment => moment.kind === kind));
  const listed = moments.filter(({ kind }) => show === undefined || kind === show);
  return (
    <Card
      title="Timeline"
      hint="Changes, requests, calls to the provider, deliveries and notes, newest first."
    >
      {mayNote && erasedAt === null && <NoteForm bookingId={bookingId} />}
      <div className="row presets">
        {[undefined, ...kinds].map(kind => (
          <button
            key={kind ?? 'all'}
            type="button"
            className="small"
            aria-pressed={show === kind}
            onClick={() => setFilters({ show: kind })}
          >
            {kind === undefined ? 'All' : KIND_LABELS[kind]}
          </button>
        ))}
      </div>
      <ol className="timeline" reversed>
        {listed.map(moment => (
          <li key={moment.id} data-kind={moment.kind} {...actorOf(moment)}>
            <MomentView moment={moment} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function actorOf(moment: Moment): { 'data-actor'?: string } {
  return moment.kind === 'change' ? { 'data-actor': moment.entry.actor } : {};
}

function MomentView({ moment }: { moment: Moment }) {
  switch (moment.kind) {
    case 'change':
      return <HistoryEntry entry={moment.entry} />;
    case 'note':
      return (
        <>
          <Head kind={moment.kind} at={moment.at}>
            by {moment.note.by}
          </Head>
          <p className="note">
            {moment.note.text ?? 'Erased together with the personal data of the guests.'}
          </p>
        </>
      );
    case 'request': {
      const { operation, path, status, code, totalMs, rowId } = moment.request;
      return (
        <Head kind={moment.kind} at={moment.at}>
          <LinkTo to="/requests/$rowId" params={{ rowId }}>
            {operation ?? path}
          </LinkTo>{' '}
          <Badge tone={status >= 400 || status === 0 ? 'warn' : 'good'}>{String(status)}</Badge> {code ?? ''}{' '}
          in {formatMs(totalMs)}
        </Head>
      );
    }
    case 'exchange': {
      const { operation, provider, outcome, durationMs } = moment.exchange;
      return (
        <Head kind={moment.kind} at={moment.at}>
          <code>{operation}</code> at <code>{provider}</code>: {outcome} in {formatMs(durationMs)}
        </Head>
      );
    }
    case 'delivery': {
      const { eventId, eventType } = moment.delivery;
      return (
        <Head kind={moment.kind} at={moment.at}>
          <LinkTo to="/events/$eventId" params={{ eventId }}>
            {eventType}
          </LinkTo>{' '}
          <DeliveryBadge delivery={moment.delivery} />
        </Head>
      );
    }
  }
}

function Head({ kind, at, children }: { kind: Kind; at: string; children: ReactNode }) {
  return (
    <div className="timeline-head">
      <span className="kind">{KIND_LABELS[kind]}</span>
      <span>{children}</span>
      <span className="faint">
        <Timestamp at={at} exact />
      </span>
    </div>
  );
}

function NoteForm({ bookingId }: { bookingId: string }) {
  const [text, setText] = useState('');
  const add = useAction('bookings/notes/add', {
    toast: 'Note added.',
    changes: ['bookings'],
    done: () => setText(''),
  });
  const problem = fieldError(add.failure, 'text');
  return (
    <Form onSubmit={() => void add.run({ bookingId, text: text.trim() } as Input<'bookings/notes/add'>)}>
      <Field label="Add a note" hint="Visible to staff only. Notes cannot be changed." problem={problem}>
        {control => (
          <textarea
            {...control}
            rows={2}
            value={text}
            maxLength={MAX_NOTE_LENGTH}
            required
            onChange={event => setText(event.target.value)}
          />
        )}
      </Field>
      {add.failure && problem === undefined && <Notice failure={add.failure} />}
      <div>
        <button type="submit" className="small" disabled={add.busy || text.trim() === ''}>
          {add.busy ? 'Adding…' : 'Add note'}
        </button>
      </div>
    </Form>
  );
}
