/** Whether the partner is notified of a decision automatically, and whom to contact otherwise. */
import { useState } from 'react';
import { Contact } from '../../components/contact.tsx';
import { Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { usePartners } from '../../components/partners/partners.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import {
  contactOf,
  type EventType,
  outcomeMessage,
  type Receipt,
  receiptOf,
  unsentDecision,
} from './decision-event.ts';
import { MessagePreview } from './message-preview.tsx';
import { NoteDialog } from './note-dialog.tsx';

type Shown = Output<'bookings/show'>;

/** The most that one page contains. */
const MAX_ENDPOINTS = 200;

/** Undefined until it is known, and if there is no event. */
export function useReceipt(
  event: EventType | undefined,
  { booking: { environment }, origin }: Pick<Shown, 'booking' | 'origin'>,
): Receipt | undefined {
  const partnerId = origin?.partnerId;
  const mayView = useMay('webhooks:view');
  const name = usePartners().get(partnerId ?? '')?.name ?? 'The partner';
  const list = useCall(
    'webhooks/list',
    { partnerId, environment, page: { limit: MAX_ENDPOINTS } } as Input<'webhooks/list'>,
    { when: mayView && partnerId !== undefined && event !== undefined },
  );
  if (event === undefined || list.state !== 'ready') return undefined;
  return receiptOf(event, name, list.data.endpoints);
}

/** The most important contact of the partner, or a link to the page on which one is added. */
export function PartnerContact({ partnerId }: { partnerId: string }) {
  const partner = usePartners().get(partnerId);
  if (partner === undefined) return null;
  const contact = contactOf(partner.company);
  if (contact === undefined) {
    return (
      <LinkTo to="/partners/$partnerId" params={{ partnerId }}>
        No contact yet
      </LinkTo>
    );
  }
  return (
    <>
      <span>{contact.name}</span>
      <Contact whose="partner" phone={contact.phone} email={contact.email} />
    </>
  );
}

/** After a decision that no endpoint of the partner receives, until staff record that they contacted the partner. */
export function NotNotified({ shown }: { shown: Shown }) {
  const [isMarking, setMarking] = useState(false);
  const { booking, origin } = shown;
  const receipt = useReceipt(unsentDecision(shown), shown);
  const name = usePartners().get(origin?.partnerId ?? '')?.name ?? 'The partner';
  if (origin === undefined || receipt === undefined || receipt.isReceived) return null;
  return (
    <>
      <Banner
        tone="warn"
        title={`${name} was not notified automatically.`}
        action={
          <div className="row">
            <MessagePreview text={outcomeMessage(booking)} label="Copy a message" />
            <button type="button" className="small" onClick={() => setMarking(true)}>
              Mark as contacted
            </button>
          </div>
        }
      >
        <span className="partner-contact">
          Contact the partner: <PartnerContact partnerId={origin.partnerId} />
        </span>
      </Banner>
      <NoteDialog
        kind="contact"
        bookingId={booking.bookingId}
        open={isMarking}
        onClose={() => setMarking(false)}
      />
    </>
  );
}
