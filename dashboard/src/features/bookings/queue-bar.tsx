import { ArrowRight, CircleCheck, CircleDashed, Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatName } from '../../components/booking-labels.ts';
import { LinkTo } from '../../components/link-to.tsx';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import type { QueuedBooking } from './attention.ts';
import { NoteDialog } from './note-dialog.tsx';
import {
  countBookings,
  describePlace,
  nextInQueue,
  placeInQueue,
  type QueueFilters,
  queueSearch,
} from './queue.ts';
import { useQueue } from './use-queue.ts';

interface QueueBarProps {
  bookingId: string;
  /** The partner that has not been notified of the decision, or an empty text until this is known. */
  uncontacted: string | undefined;
  filters: QueueFilters;
}

/** Leads from one booking of the queue to the next one. After the last one, it shows that the queue is empty. */
export function QueueBar({ bookingId, uncontacted, filters }: QueueBarProps) {
  const mayResolve = useMay('bookings:resolve');
  const read = useQueue(useEnvironment(), filters, { when: mayResolve });
  const queue = read.state === 'ready' ? read.data.bookings : undefined;
  const place = queue && placeInQueue(queue, bookingId);
  const before = useRef<readonly QueuedBooking[]>(undefined);
  const bar = useRef<HTMLElement>(null);
  const [isMarking, setMarking] = useState(false);
  const wasQueued = useRef(false);
  if (queue !== undefined && place !== undefined) before.current = queue;

  // The button that opened the dialog is gone after a decision, so the focus moves to the next step.
  useEffect(() => {
    if (place !== undefined) wasQueued.current = true;
    else if (queue !== undefined && wasQueued.current) {
      wasQueued.current = false;
      afterDialog(() => bar.current?.querySelector<HTMLElement>('a, button')?.focus());
    }
  }, [place, queue]);

  const mustContact = uncontacted !== undefined && uncontacted !== '';
  const wasContacting = useRef(false);
  // The button that opened the dialog is gone once the partner was contacted.
  useEffect(() => {
    if (wasContacting.current && !mustContact) afterDialog(() => bar.current?.querySelector('a')?.focus());
    wasContacting.current = mustContact;
  }, [mustContact]);

  if (read.state !== 'ready' || queue === undefined) return null;
  const next = nextInQueue(queue, bookingId, before.current);
  const isDecided = place === undefined && placeInQueue(before.current ?? [], bookingId) !== undefined;
  const isDone = isDecided && uncontacted === undefined;
  const Icon = isDone ? CircleCheck : isDecided ? CircleDashed : Inbox;
  const text = describePlace({
    place,
    wasQueued: isDecided,
    uncontacted,
    listed: queue.length,
    total: countBookings(read.data),
    hasNext: next !== undefined,
  });
  // On phones, only the place is shown.
  const short = place !== undefined && next ? `${place} of ${countBookings(read.data)}` : undefined;
  const back = (
    <LinkTo to="/attention" search={{ ...filters }}>
      Back to the queue
    </LinkTo>
  );
  return (
    <>
      <nav
        ref={bar}
        className="queue-bar"
        aria-label="Queue"
        data-done={isDone || undefined}
        data-short={short && ''}
      >
        <p role="status">
          <Icon size={18} aria-hidden />
          <span>
            {short}
            <span className="queue-rest">{text.slice(short?.length)}</span>
          </span>
        </p>
        <div className="row">
          {mustContact && (
            <button type="button" className="main" onClick={() => setMarking(true)}>
              Mark as contacted
            </button>
          )}
          {place !== undefined && back}
          {next ? (
            <NextLink
              next={next}
              filters={filters}
              isMain={place === undefined && uncontacted === undefined}
            />
          ) : null}
          {place === undefined && !next && back}
        </div>
      </nav>
      <NoteDialog kind="contact" bookingId={bookingId} open={isMarking} onClose={() => setMarking(false)} />
    </>
  );
}

/** While a dialog is open, nothing outside it can get the focus. */
function afterDialog(run: () => void): void {
  const dialog = document.querySelector('dialog[open]');
  if (dialog === null) run();
  else dialog.addEventListener('close', () => setTimeout(run), { once: true });
}

interface NextLinkProps {
  next: QueuedBooking;
  filters: QueueFilters;
  isMain: boolean;
}

function NextLink({ next, filters, isMain }: NextLinkProps) {
  return (
    <LinkTo
      to="/bookings/$bookingId"
      params={{ bookingId: next.bookingId }}
      search={queueSearch(filters)}
      className={isMain ? 'button main' : 'button'}
    >
      Next
      <span className="queue-next">
        {formatName(next.holder)}, {next.hotel.name}
      </span>
      <ArrowRight size={16} aria-hidden />
    </LinkTo>
  );
}
