import { useEffect, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, FormButtons, TextField } from '../../components/form.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { fieldError, type Input, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMoney } from '../../lib/format/format.ts';

type Booking = Output<'bookings/show'>['booking'];

const BEARERS = [
  ['PARTNER', 'The partner', 'The penalty is charged to the partner.'],
  ['OPERATOR', 'You, the operator', 'The partner is charged nothing.'],
] as const;

interface CancelDialogProps {
  booking: Booking;
  open: boolean;
  onClose: () => void;
}

export function CancelDialog({ booking, open, onClose }: CancelDialogProps) {
  return (
    <Dialog open={open} title="Cancel at the provider?" onClose={onClose}>
      <CancelForm booking={booking} onClose={onClose} />
    </Dialog>
  );
}

/**
 * Shows the penalty first. The cancellation never costs more than what was shown. The form exists only while the dialog
 * is open, so that a late response cannot show the penalty of an earlier time.
 */
function CancelForm({ booking: { bookingId }, onClose }: Omit<CancelDialogProps, 'open'>) {
  const [bearer, setBearer] = useState<(typeof BEARERS)[number][0]>('PARTNER');
  const [reason, setReason] = useState('');
  const quote = useAction('bookings/cancel', { changes: [] });
  const cancel = useAction('bookings/cancel', {
    changes: ['bookings', 'billing', 'attention'],
    toast: 'The cancellation was accepted.',
    done: onClose,
  });
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
  const isFree = quoted !== undefined && Number(quoted.penalty.amount) === 0;
  return (
    <Form onSubmit={() => void submit()}>
      <p>Serai asks the provider to cancel the reservation. This cannot be undone.</p>
      <div role="status">
        {quoted ? <Penalty quoted={quoted} /> : quote.busy && <p>Requesting the current penalty…</p>}
      </div>
      {quoted && !isFree && (
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
                <small className="faint">{meaning}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <TextField
        label="Reason"
        hint="Stored in the history. Partner users see it for test bookings only."
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
        cancelLabel="Keep the booking"
      >
        {cancel.busy ? 'Cancelling…' : 'Cancel the booking'}
      </FormButtons>
    </Form>
  );
}

function Penalty({
  quoted: { penalty, nextPenalty, providerPenalty },
}: {
  quoted: Output<'bookings/cancel'>;
}) {
  return (
    <>
      <p>
        Penalty now: <strong>{formatMoney(penalty)}</strong>
        {nextPenalty && (
          <>
            , {formatMoney(nextPenalty.penalty)} from <Timestamp at={nextPenalty.from} exact />
          </>
        )}
        .
      </p>
      {providerPenalty ? <p>The provider charges you {formatMoney(providerPenalty)}.</p> : null}
    </>
  );
}
