import { useParams } from '@tanstack/react-router';
import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Copyable, JsonView } from '../../components/code.tsx';
import { Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { personWords } from './booking-words.ts';
import { AttentionPanel } from './detail/attention-panel.tsx';
import { choicesFor } from './detail/attention-words.ts';
import { BookingFacts } from './detail/booking-facts.tsx';
import { CancellationCard } from './detail/cancellation-card.tsx';
import { DeliveriesPanel } from './detail/deliveries-panel.tsx';
import { ExchangesPanel } from './detail/exchanges-panel.tsx';
import { HistoryCard } from './detail/history-card.tsx';
import { ResolveDialog } from './detail/resolve-dialog.tsx';
import { RoomsCard } from './detail/rooms-card.tsx';
import '../../styles/bookings.css';

const BACK = { to: '/bookings', label: 'Bookings' };
/** An open booking settles by itself; the page shows it when it does. */
const WATCH_MS = 5_000;

export function BookingPage() {
  const { bookingId } = useParams({ strict: false }) as { bookingId: string };
  const [isOpen, setOpen] = useState(true);
  const shown = useCall('bookings/show', { bookingId } as Input<'bookings/show'>, {
    everyMs: isOpen ? WATCH_MS : undefined,
  });
  const ready =
    shown.state === 'ready' && shown.data.booking.bookingId === bookingId ? shown.data : undefined;
  const stillOpen = ready === undefined || ready.booking.resolution !== null;
  if (stillOpen !== isOpen) setOpen(stillOpen);
  const title = ready ? `${personWords(ready.booking.holder)}, ${ready.booking.hotel.name}` : 'Booking';
  return (
    <>
      <PageHead
        title={title}
        back={BACK}
        actions={
          <LinkTo to="/requests" search={{ booking: bookingId }} className="button">
            <ListTree size={16} aria-hidden /> Requests
          </LinkTo>
        }
      />
      <Copyable text={bookingId} label="Copy the id" />
      <Loaded from={shown} rows={10}>
        {data => <BookingDetails shown={data} onConflict={shown.reload} />}
      </Loaded>
    </>
  );
}

interface BookingDetailsProps {
  shown: Output<'bookings/show'>;
  onConflict: () => void;
}

function BookingDetails({ shown, onConflict }: BookingDetailsProps) {
  const { booking, history, deliveries } = shown;
  const environment = useEnvironment();
  const mayResolve = useMay('admin');
  const [resolving, setResolving] = useState(false);
  const choices = choicesFor(booking, new Date().toISOString().slice(0, 10));
  const resolve = () => setResolving(true);
  return (
    <>
      {booking.environment !== environment && (
        <Banner tone="warn" title={`This booking is of the ${booking.environment} environment.`}>
          You are looking at it from {environment}.
        </Banner>
      )}
      {booking.needsAttention && <AttentionPanel shown={shown} choices={choices} onResolve={resolve} />}
      <BookingFacts booking={booking} />
      <div className="grid">
        <CancellationCard booking={booking} />
        <RoomsCard booking={booking} />
      </div>
      <HistoryCard history={history} />
      <BookingTabs shown={shown} deliveries={deliveries} />
      {!booking.needsAttention && mayResolve && choices.length > 0 && (
        <Card title="Settle by hand" hint="For when the provider tells you otherwise than this page.">
          <div>
            <button type="button" onClick={resolve}>
              Record what the provider says
            </button>
          </div>
        </Card>
      )}
      <ResolveDialog
        open={resolving}
        booking={booking}
        choices={choices}
        onClose={() => setResolving(false)}
        onConflict={onConflict}
      />
    </>
  );
}

function BookingTabs({
  shown,
  deliveries,
}: Pick<BookingDetailsProps, 'shown'> & Pick<Output<'bookings/show'>, 'deliveries'>) {
  const [{ tab = 'deliveries' }, setFilters] = useFilters(['tab']);
  return (
    <Card title="Behind the scenes">
      <Tabs
        label="More about the booking"
        selected={tab}
        onSelect={id => setFilters({ tab: id })}
        tabs={[
          {
            id: 'deliveries',
            label: `Deliveries (${deliveries.length})`,
            panel: <DeliveriesPanel deliveries={deliveries} />,
          },
          {
            id: 'exchanges',
            label: 'Provider exchanges',
            panel: <ExchangesPanel bookingId={shown.booking.bookingId} />,
          },
          { id: 'json', label: 'JSON', panel: <JsonView value={shown.booking} label="the booking" /> },
        ]}
      />
    </Card>
  );
}
