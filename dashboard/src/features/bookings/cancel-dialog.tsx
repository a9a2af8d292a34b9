import { useEffect, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, FormButtons, Optional, TextField } from '../../components/form.tsx';
import { fieldError, type Input, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { decimalsOf, fromMinor } from '../../lib/format/decimal.ts';
import { formatMoney, formatSignedMoney } from '../../lib/format/format.ts';
import { bookingTitle, whoSees } from './booking-status.tsx';
import { ZonedTime } from './zoned-time.tsx';

type Booking = Output<'bookings/show'>['booking'];

/** Formatted amounts. What was paid and the refund are empty if the partner was not charged. */
interface Sums {
  penalty: string;
  paid: string;
  refund: string;
}

const BEARERS = [
  [
    'PARTNER',
    'The partner',
    ({ penalty, refund }: Sums) =>
      `The partner is charged ${penalty}${refund && ` and gets ${refund} back`}.`,
  ],
  [
    'OPERATOR',
    'You, the operator',
    ({ penalty, paid }: Sums) =>
      `The partner is not charged the ${penalty}${paid && ` and gets all ${paid} back`}.`,
  ],
] as const;

interface CancelDialogProps {
  booking: Booking;
  open: boolean;
  /** The provider has received the cancellation. */
  onCancelled: () => void;
  onClose: () => void;
}

/** A cancellation that was sent cannot be stopped, so the dialog stays open until its outcome is shown. */
export function CancelDialog({ booking, open, onCancelled, onClose }: CancelDialogProps) {
  const cancel = useAction('bookings/cancel', {
    changes: ['bookings', 'billing', 'attention'],
    toast: booking.status === 'PENDING' ? 'Cancellation scheduled.' : 'Cancellation accepted.',
    done: () => {
      onCancelled();
      onClose();
    },
  });
  const close = () => {
    if (cancel.busy) return;
    cancel.clear();
    onClose();
  };
  return (
    <Dialog
      open={open}
      title={`${booking.status === 'PENDING' ? 'Schedule the cancellation of' : 'Cancel'} ${bookingTitle(booking)}?`}
      onClose={close}
    >
      <CancelForm booking={booking} cancel={cancel} onClose={close} />
    </Dialog>
  );
}

interface CancelFormProps {
  booking: Booking;
  cancel: ReturnType<typeof useAction<'bookings/cancel'>>;
  onClose: () => void;
}

/**
 * Shows the penalty first. The cancellation never costs more than what was shown. The form exists only while the dialog
 * is open, so that a late response cannot show the penalty of an earlier time.
 */
function CancelForm({ booking, cancel, onClose }: CancelFormProps) {
  const { bookingId } = booking;
  const [bearer, setBearer] = useState<(typeof BEARERS)[number][0]>('PARTNER');
  const [reason, setReason] = useState('');
  const quote = useAction('bookings/cancel', { changes: [] });
  const [quoted, setQuoted] = useState<Output<'bookings/cancel'>>();
  const ask = async () =>
    setQuoted(await quote.run({ bookingId, mode: 'QUOTE' } as Input<'bookings/cancel'>));

  // biome-ignore lint/correctness/useExhaustiveDependencies: ask for the penalty when the dialog opens
  useEffect(() => {
    void ask();
  }, []);

  const submit = async () => {
    if (quoted === undefined || cancel.busy) return;
    const done = await cancel.run({
      bookingId,
      mode: 'COMMIT',
      maxPenalty: quoted.penalty,
      penaltyBorneBy: bearer,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    } as Input<'bookings/cancel'>);
    // The penalty may have changed. Show the current one.
    if (done === undefined) await ask();
  };
  const isFree = quoted !== undefined && !/[1-9]/.test(quoted.penalty.amount);
  return (
    <Form onSubmit={() => void submit()}>
      <p>
        {booking.status === 'PENDING'
          ? 'The outcome of the booking is unknown, so nothing is sent yet. If the provider has the reservation, Serai cancels it as soon as that is known. This cannot be undone.'
          : 'Serai asks the provider to cancel the reservation. This cannot be undone.'}
      </p>
      <div role="status">
        {quoted ? (
          <>
            <Penalty quoted={quoted} booking={booking} bearer={bearer} />
            {!isCharged(booking) && <p className="faint">The partner was not charged.</p>}
          </>
        ) : (
          quote.busy && <p>Requesting the current penalty…</p>
        )}
      </div>
      {quoted && !isFree && booking.payment.type === 'MERCHANT' && (
        <fieldset>
          <legend>Who pays the penalty?</legend>
          {BEARERS.map(([value, label, meaning]) => (
            <label key={value} className="decision">
              <input
                type="radio"
                name="bearer"
                checked={bearer === value}
                onChange={() => setBearer(value)}
              />
              <span>
                <strong>{label}</strong>
                <small className="faint">{meaning(sumsOf(quoted, booking))}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <TextField
        label={<Optional>Reason</Optional>}
        hint={whoSees(booking)}
        problem={fieldError(cancel.failure, 'reason')}
        value={reason}
        maxLength={500}
        onChange={setReason}
      />
      {quote.failure && <Notice failure={quote.failure} />}
      {cancel.failure && <Notice failure={cancel.failure} />}
      <FormButtons
        danger
        disabled={quoted === undefined || cancel.busy}
        onCancel={onClose}
        cancelDisabled={cancel.busy}
        cancelLabel="Keep the booking"
      >
        {cancel.busy
          ? 'Cancelling…'
          : booking.status === 'PENDING'
            ? 'Schedule cancellation'
            : 'Cancel the booking'}
      </FormButtons>
    </Form>
  );
}

function sumsOf({ penalty, refund }: Output<'bookings/cancel'>, booking: Booking): Sums {
  const wasCharged = isCharged(booking);
  return {
    penalty: formatMoney(penalty),
    paid: wasCharged ? formatMoney(booking.price.net) : '',
    refund: wasCharged ? formatMoney(refund) : '',
  };
}

interface PenaltyProps {
  quoted: Output<'bookings/cancel'>;
  booking: Booking;
  bearer: (typeof BEARERS)[number][0];
}

/** What was paid minus the penalty is the refund. What else matters follows below the sum. */
function Penalty({
  quoted: { penalty, refund, nextPenalty, providerPenalty },
  booking,
  bearer,
}: PenaltyProps) {
  const isOurs = bearer === 'OPERATOR';
  const { net } = booking.price;
  const wasCharged = isCharged(booking);
  const deducted = {
    ...penalty,
    amount: isOurs ? fromMinor(0n, decimalsOf(penalty.amount)) : `-${penalty.amount}`,
  };
  return (
    <>
      <dl className="amounts">
        {wasCharged && <Line name="Paid by the partner" value={formatMoney(net)} />}
        <Line
          name={isOurs ? `Penalty now (you pay ${formatMoney(penalty)})` : 'Penalty now'}
          value={wasCharged ? formatSignedMoney(deducted) : formatMoney(penalty)}
        />
        {wasCharged && <Line name="Refund to the partner" value={formatMoney(isOurs ? net : refund)} isSum />}
      </dl>
      {providerPenalty && <p className="hint">The provider charges you {formatMoney(providerPenalty)}.</p>}
      {nextPenalty && (
        <p className="hint">
          From <ZonedTime at={nextPenalty.from} zone={booking.cancellation.propertyTimeZone} />, the penalty
          is {formatMoney(nextPenalty.penalty)}.
        </p>
      )}
    </>
  );
}

function Line({ name, value, isSum }: { name: string; value: string; isSum?: boolean }) {
  return (
    <div data-net={isSum}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Until its confirmation a booking only has a hold. If the guest pays at the property, the partner is never charged. */
export function isCharged({ confirmedAt, payment }: Pick<Booking, 'confirmedAt' | 'payment'>): boolean {
  return payment.type === 'MERCHANT' && confirmedAt !== null;
}
