import { ArrowRight, CircleCheck, Inbox } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { LinkTo } from '../../components/link-to.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import type { QueuedBooking } from './attention.ts';
import { formatCount, formatName } from './booking-status.tsx';
import { nextInQueue, placeInQueue } from './queue.ts';

interface QueueBarProps {
  bookingId: string;
}

/** Leads from one booking of the queue to the next one. After the last one, it says that the queue is empty. */
export function QueueBar({ bookingId }: QueueBarProps) {
  const environment = useEnvironment();
  const mayResolve = useMay('bookings:resolve');
  const read = useCall('attention/list', { environment }, { when: mayResolve });
  const queue = read.state === 'ready' ? read.data.bookings : undefined;
  const place = queue && placeInQueue(queue, bookingId);
  const before = useRef<readonly QueuedBooking[]>(undefined);
  const bar = useRef<HTMLElement>(null);
  const wasQueued = useRef(false);
  if (queue !== undefined && place !== undefined) before.current = queue;

  // The button that opened the dialog is gone after a decision, so the focus moves to the next step.
  useEffect(() => {
    if (place !== undefined) wasQueued.current = true;
    else if (queue !== undefined && wasQueued.current) {
      wasQueued.current = false;
      afterDialog(() => bar.current?.querySelector('a')?.focus());
    }
  }, [place, queue]);

  if (queue === undefined) return null;
  const next = nextInQueue(queue, bookingId, before.current);
  return (
    <nav ref={bar} className="queue-bar" aria-label="Queue" data-done={place === undefined || undefined}>
      <p role="status">
        {place === undefined ? <CircleCheck size={18} aria-hidden /> : <Inbox size={18} aria-hidden />}
        <span>{describePlace(place, queue.length, next !== undefined)}</span>
      </p>
      <div className="row">
        {place !== undefined && <LinkTo to="/attention">Back to the queue</LinkTo>}
        {next ? <NextLink next={next} isMain={place === undefined} /> : null}
        {place === undefined && !next && <LinkTo to="/attention">Back to the queue</LinkTo>}
      </div>
    </nav>
  );
}

/** While a dialog is open, nothing outside it can get the focus. */
function afterDialog(run: () => void): void {
  const dialog = document.querySelector('dialog[open]');
  if (dialog === null) run();
  else dialog.addEventListener('close', () => setTimeout(run), { once: true });
}

function describePlace(place: number | undefined, length: number, hasNext: boolean): string {
  if (place !== undefined) {
    return hasNext
      ? `Booking ${place} of ${length} that need attention`
      : 'The only booking that needs attention';
  }
  return hasNext
    ? `Done. ${formatCount(length, 'booking')} still ${length === 1 ? 'needs' : 'need'} attention.`
    : 'Done. The queue is empty. No other booking needs attention.';
}

function NextLink({ next, isMain }: { next: QueuedBooking; isMain: boolean }) {
  return (
    <LinkTo
      to="/bookings/$bookingId"
      params={{ bookingId: next.bookingId }}
      search={{ queue: 'yes' }}
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
