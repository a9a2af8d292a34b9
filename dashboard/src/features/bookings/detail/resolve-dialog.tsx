import { type FormEvent, useEffect, useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Banner, Notice } from '../../../components/feedback.tsx';
import { type Input, isShownByFields, type Output } from '../../../lib/calls/operator-client.ts';
import { useAction } from '../../../lib/calls/use-action.ts';
import { STATE_WORDS } from '../booking-words.ts';
import type { Choice, Decision } from './attention-words.ts';
import { DecisionFields, EMPTY_DRAFT } from './decision-fields.tsx';

type Booking = Output<'bookings/show'>['booking'];

interface ResolveDialogProps {
  open: boolean;
  booking: Booking;
  choices: readonly Choice[];
  onClose: () => void;
  /** The booking may not be what was looked at: read it again. */
  onConflict: () => void;
}

const FIELDS = ['providerReference', 'penalty', 'evidence'];

/** Records what a person found out. A booking that changes meanwhile, whoever notices first, is told before it is decided. */
export function ResolveDialog({ open, booking, choices, onClose, onConflict }: ResolveDialogProps) {
  const [decision, setDecision] = useState<Decision>();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [seenVersion, setSeenVersion] = useState(booking.version);
  const resolve = useAction('bookings/resolve', {
    changes: ['bookings', 'events'],
    toast: 'The booking was settled.',
    done: () => close(),
  });
  const { failure } = resolve;
  const chosen = choices.find(choice => choice.decision === decision);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what stood there when the dialog was opened
  useEffect(() => setSeenVersion(booking.version), [open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (failure?.code === 'INVALID_STATE') onConflict();
  }, [failure]);

  function close(): void {
    resolve.clear();
    setDecision(undefined);
    setDraft(EMPTY_DRAFT);
    onClose();
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === undefined) return;
    const { evidence } = draft;
    const [reference, amount] = [draft.reference.trim(), draft.penalty.trim()];
    void resolve.run({
      bookingId: booking.bookingId,
      version: booking.version,
      decision: chosen.decision,
      evidence,
      ...(chosen.decision === 'CONFIRMED' && reference !== '' && { providerReference: reference }),
      ...(chosen.decision === 'CANCELLED' && { penalty: { amount, currency: booking.price.currency } }),
    } as Input<'bookings/resolve'>);
  };

  return (
    <Dialog open={open} title="Settle this booking" onClose={close}>
      <form onSubmit={submit}>
        {booking.version !== seenVersion && (
          <Banner tone="warn" title="The booking had changed since you looked at it.">
            It was read again: version {booking.version}, {STATE_WORDS[booking.status].toLowerCase()}. Check
            whether your decision still holds.
          </Banner>
        )}
        <fieldset>
          <legend>What did you find out?</legend>
          {choices.map(({ decision: each, label, meaning }) => (
            <label key={each} className="decision">
              <input
                type="radio"
                name="decision"
                value={each}
                required
                checked={each === chosen?.decision}
                onChange={() => setDecision(each)}
              />
              <span>
                <strong>{label}</strong>
                <small className="faint">{meaning}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <DecisionFields
          booking={booking}
          decision={chosen?.decision}
          draft={draft}
          failure={failure}
          onChange={changed => setDraft({ ...draft, ...changed })}
        />
        {failure && !isShownByFields(failure, FIELDS) && <Notice failure={failure} />}
        <div className="row end">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="main" disabled={resolve.busy}>
            {resolve.busy ? 'Working …' : 'Record the decision'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
