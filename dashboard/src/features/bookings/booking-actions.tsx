import { Ban, ClipboardCheck, FileCheck, MessageSquarePlus, Send, Ticket } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Notice } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { useStepUp } from '../../components/people/step-up.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { downloadText } from '../../lib/format/download.ts';
import { useMay } from '../../lib/session-context.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { CheckButton, type CheckNow, CheckOutcome } from './check-now.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { ResendDialog } from './resend-dialog.tsx';

type Shown = Output<'bookings/show'>;
type Booking = Shown['booking'];

const WITH_VOUCHER: ReadonlySet<string> = new Set(['CONFIRMED', 'COMPLETED']);
/** The cancellation of a pending booking waits for the outcome, so it is no way to decide the outcome. */
const CANCELLABLE: ReadonlySet<string> = new Set(['CONFIRMED', 'ON_REQUEST']);

interface BookingActionsProps {
  shown: Shown;
  /** Undefined if the outcome is known, or if the button is elsewhere. */
  check: CheckNow;
  /** Records what exists at the provider. Undefined if the status allows no decision. */
  onResolve: (() => void) | undefined;
  onCancelled: () => void;
}

/** Everything that can be done with a booking, in one place. */
export function BookingActions({ shown, check, onResolve, onCancelled }: BookingActionsProps) {
  const { booking, deliveries } = shown;
  const { bookingId, status, erasedAt } = booking;
  const [mayResolve, mayResend] = [useMay('bookings:resolve'), useMay('webhooks:resend')];
  const [open, setOpen] = useState<'cancel' | 'note' | 'resend'>();
  const close = () => setOpen(undefined);
  const proof = useProof(booking);
  return (
    <>
      <fieldset className="row booking-actions">
        <legend className="unseen">Actions</legend>
        {mayResolve && erasedAt === null && (
          <button type="button" className="small" onClick={() => setOpen('note')}>
            <MessageSquarePlus size={15} aria-hidden /> Add a note
          </button>
        )}
        {check && <CheckButton check={check} />}
        <RowMenu label="More actions" folds>
          {WITH_VOUCHER.has(status) && erasedAt === null && (
            <LinkTo to="/bookings/$bookingId/voucher" params={{ bookingId }} className="button small">
              <Ticket size={15} aria-hidden /> Voucher
            </LinkTo>
          )}
          {mayResend && erasedAt === null && (
            <button type="button" className="small" onClick={() => setOpen('resend')}>
              <Send size={15} aria-hidden /> Resend events
            </button>
          )}
          {mayResolve && (
            <button
              type="button"
              className="small"
              disabled={proof.busy}
              onClick={() => void proof.download()}
            >
              <FileCheck size={15} aria-hidden /> Download proof file
            </button>
          )}
          <CopyButton text={linkTo(bookingId)} label="Copy link" toast="Link copied." className="small" />
          {mayResolve && onResolve && (
            <button type="button" className="small" onClick={onResolve}>
              <ClipboardCheck size={15} aria-hidden /> Record the provider’s status
            </button>
          )}
          {mayResolve && status === 'PENDING' && (
            <button type="button" className="small" onClick={() => setOpen('cancel')}>
              <Ban size={15} aria-hidden /> Schedule cancellation
            </button>
          )}
        </RowMenu>
        {mayResolve && CANCELLABLE.has(status) && (
          <button type="button" className="small bad" onClick={() => setOpen('cancel')}>
            <Ban size={15} aria-hidden /> Cancel booking
          </button>
        )}
      </fieldset>
      {check && <CheckOutcome check={check} />}
      {/* On a phone, the menu with the button has closed. */}
      {proof.busy && (
        <p className="faint" role="status">
          Preparing the proof file…
        </p>
      )}
      {proof.failure && <Notice failure={proof.failure} />}
      <CancelDialog booking={booking} open={open === 'cancel'} onCancelled={onCancelled} onClose={close} />
      <NoteDialog bookingId={bookingId} open={open === 'note'} onClose={close} />
      <ResendDialog deliveries={deliveries} open={open === 'resend'} onClose={close} />
    </>
  );
}

/** The address of the page without filters and without the place in the queue. */
function linkTo(bookingId: string): string {
  const [, environment] = window.location.pathname.split('/');
  return `${window.location.origin}/${environment}/bookings/${bookingId}`;
}

function useProof({ bookingId, environment }: Booking) {
  const stepUp = useStepUp();
  const proof = useAction('bookings/proof', {
    changes: [],
    toast: 'Proof file downloaded.',
    done: file =>
      downloadText(
        `proof-${bookingId}.json`,
        JSON.stringify(file, null, 2),
        'application/json;charset=utf-8',
      ),
  });
  const download = async () => {
    if (environment === 'production' && !(await stepUp())) return;
    await proof.run({ bookingId } as Input<'bookings/proof'>);
  };
  return { busy: proof.busy, failure: proof.failure, download };
}
