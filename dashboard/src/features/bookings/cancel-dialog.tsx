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

/** Shows the penalty first. The cancellation never costs more than what was shown. */
export function CancelDialog({ booking: { bookingId }, open, onClose }: CancelDialogProps) {
  const [bearer, setBearer] = useState<(typeof BEARERS)[number][0]>('PARTNER');
  const [reason, setReason] = useState('');
  const quote = useAction('bookings/cancel', { changes: [] });
  const cancel = useAction('bookings/cancel', {
    changes: ['bookings', 'billing', 'attention'],
    toast: 'The cancellation was accepted.',
    done: () => close(),
  });
  const [quoted, setQuoted] = useState<Output<'bookings/cancel'>>();
  const ask = async () =>
    setQuoted(await quote.run({ bookingId, mode: 'QUOTE' } as Input<'bookings/cancel'>));

  // biome-ignore lint/correctness/useExhaustiveDependencies: ask for the penalty when the dialog opens
  useEffect(() => {
    if (open) void ask();
  }, [open]);

  function close(): void {
    quote.clear();
    cancel.clear();
    setQuoted(undefined);
    setReason('');
    setBearer('PARTNER');
    onClose();
  }

  const submit = async () => {
    if (quoted === undefined) return;
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
    <Dialog open={open} title="Cancel at the provider?" onClose={close}>
      <Form onSubmit={() => void submit()}>
        <p>Serai asks the provider to cancel the reservation. This cannot be undone.</p>
        {quote.busy && quoted === undefined && <p role="status">Requesting the current penalty…</p>}
        {quoted && (
          <p>
            Penalty now: <strong>{formatMoney(quoted.penalty)}</strong>
            {quoted.nextPenalty && (
              <>
                , {formatMoney(quoted.nextPenalty.penalty)} from{' '}
                <Timestamp at={quoted.nextPenalty.from} exact />
              </>
            )}
            .
          </p>
        )}
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
          onCancel={close}
          cancelLabel="Keep the booking"
        >
          {cancel.busy ? 'Cancelling…' : 'Cancel the booking'}
        </FormButtons>
      </Form>
    </Dialog>
  );
}
