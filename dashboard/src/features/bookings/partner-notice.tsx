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
  endpointLink,
  isRetried,
  outcomeMessage,
  type Receipt,
  receiptOf,
  resendLink,
  unsentDecision,
  whyUnsent,
} from './decision-event.ts';
import { MessagePreview } from './message-preview.tsx';
import { NoteDialog } from './note-dialog.tsx';

type Shown = Output<'bookings/show'>;

/** The most that one page contains. */
const MAX_ENDPOINTS = 200;

/** Undefined until it is known, and if there is no event. */
export function useReceipt(
  event: EventType | undefined,
  shown: Pick<Shown, 'booking' | 'origin'> | undefined,
): Receipt | undefined {
  const partnerId = shown?.origin?.partnerId;
  const environment = shown?.booking.environment;
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

/**
 * The partner that must still be contacted about a decision. An empty text until this is known, undefined if no
 * partner must be contacted.
 */
export function useUncontacted(shown: Shown | undefined): string | undefined {
  const unsent = shown && unsentDecision(shown);
  const receipt = useReceipt(unsent?.event, shown);
  const name = usePartners().get(shown?.origin?.partnerId ?? '')?.name ?? 'the partner';
  if (shown === undefined || shown.booking.needsAttention) return '';
  if (unsent === undefined || shown.origin === undefined) return undefined;
  if (receipt === undefined) return '';
  return whyUnsent(unsent, name, receipt) === undefined ? undefined : name;
}

interface NotNotifiedProps {
  shown: Shown;
  /** Whether the bar of the queue has the button. */
  isInBar: boolean;
}

/** Why no endpoint of the partner received a decision, until staff record that they contacted the partner. */
export function NotNotified({ shown, isInBar }: NotNotifiedProps) {
  const [isMarking, setMarking] = useState(false);
  const { booking, origin } = shown;
  const mayAdd = useMay('webhooks:edit');
  const mayResend = useMay('webhooks:resend');
  const unsent = unsentDecision(shown);
  const receipt = useReceipt(unsent?.event, shown);
  const name = usePartners().get(origin?.partnerId ?? '')?.name ?? 'The partner';
  if (origin === undefined || unsent === undefined || receipt === undefined) return null;
  const why = whyUnsent(unsent, name, receipt);
  if (why === undefined) return null;
  const missed = unsent.missed.map(({ endpointId }) => endpointId);
  const isLate = missed.length === 0 && receipt.isSubscribed;
  const link =
    isLate && mayResend
      ? resendLink(unsent, booking.bookingId)
      : endpointLink(
          missed.length > 0 ? missed : receipt.endpointIds,
          origin.partnerId,
          mayAdd,
          mayAdd && missed.length === 0 && !receipt.isSubscribed ? 'Edit' : 'Open',
        );
  return (
    <>
      <Banner
        tone="warn"
        title={`${name} ${isRetried(unsent) ? 'has not been notified yet' : 'was not notified automatically'}.`}
        action={
          <div className="row">
            {!isInBar && (
              <button type="button" className="small" onClick={() => setMarking(true)}>
                Mark as contacted
              </button>
            )}
            <MessagePreview text={outcomeMessage(booking)} label="Copy message to partner" />
          </div>
        }
      >
        <p>
          {why} {link && <LinkTo {...link}>{link.label}</LinkTo>}
        </p>
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
