import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Field, Form, FormButtons, TextField } from '../../components/form.tsx';
import {
  type CallFailure,
  fieldError,
  type Input,
  isShownByFields,
  type Output,
} from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useMay } from '../../lib/session-context.ts';
import { attentionReason, type Choice, type Decision } from './attention.ts';
import { STATUS_LABELS } from './booking-status.tsx';

interface AttentionPanelProps {
  shown: Output<'bookings/show'>;
  choices: readonly Choice[];
  onResolve: () => void;
}

export function AttentionPanel({ shown, choices, onResolve }: AttentionPanelProps) {
  const mayResolve = useMay('bookings:resolve');
  return (
    <section className="panel attention" aria-labelledby="attention">
      <h2 id="attention">
        <TriangleAlert size={18} aria-hidden /> Needs your decision
      </h2>
      <p>{attentionReason(shown)}</p>
      <p>
        Ask the provider, preferably in writing, about the status of{' '}
        {shown.booking.providerReference ? (
          <code>{shown.booking.providerReference}</code>
        ) : (
          <>
            our reference <code>{shown.booking.bookingId}</code>
          </>
        )}
        . Then record the result here. This sends nothing to the provider.
      </p>
      <dl className="choices-explained">
        {choices.map(({ decision, label, meaning }) => (
          <div key={decision}>
            <dt>{label}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      {mayResolve ? (
        <div>
          <button type="button" className="main" onClick={onResolve}>
            Resolve booking
          </button>
        </div>
      ) : (
        <p className="faint">Support staff, an admin or an owner can resolve this booking.</p>
      )}
    </section>
  );
}

type Booking = Output<'bookings/show'>['booking'];

interface ResolveDialogProps {
  open: boolean;
  booking: Booking;
  choices: readonly Choice[];
  onClose: () => void;
  /** Called when the booking has changed and must be read again. */
  onConflict: () => void;
}

const FIELDS = ['providerReference', 'penalty', 'evidence'];

/** Records a manual decision. Warns if the booking changes while the dialog is open. */
export function ResolveDialog({ open, booking, choices, onClose, onConflict }: ResolveDialogProps) {
  const [decision, setDecision] = useState<Decision>();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [seenVersion, setSeenVersion] = useState(booking.version);
  const resolve = useAction('bookings/resolve', {
    changes: ['bookings', 'events', 'attention', 'billing'],
    toast: 'Booking resolved.',
    done: () => close(),
  });
  const { failure } = resolve;
  const chosen = choices.find(choice => choice.decision === decision);

  // biome-ignore lint/correctness/useExhaustiveDependencies: remember the version at the time the dialog opens
  useEffect(() => setSeenVersion(booking.version), [open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: run once per failure
  useEffect(() => {
    if (failure?.code === 'INVALID_STATE') onConflict();
  }, [failure]);

  function close(): void {
    resolve.clear();
    setDecision(undefined);
    setDraft(EMPTY_DRAFT);
    onClose();
  }

  const submit = () => {
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
    <Dialog open={open} title="Resolve booking" onClose={close}>
      <Form onSubmit={submit}>
        {booking.version !== seenVersion && (
          <Banner tone="warn" title="The booking has changed since you opened it.">
            Its current version is {booking.version} ({STATUS_LABELS[booking.status].toLowerCase()}). Check
            whether your decision is still correct.
          </Banner>
        )}
        <fieldset>
          <legend>What is the status at the provider?</legend>
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
        <FormButtons onCancel={close} disabled={resolve.busy}>
          {resolve.busy ? 'Saving…' : 'Record decision'}
        </FormButtons>
      </Form>
    </Dialog>
  );
}

interface DecisionDraft {
  reference: string;
  penalty: string;
  evidence: string;
}

const EMPTY_DRAFT: DecisionDraft = { reference: '', penalty: '', evidence: '' };

interface DecisionFieldsProps {
  booking: Output<'bookings/show'>['booking'];
  decision: Decision | undefined;
  draft: DecisionDraft;
  failure: CallFailure | undefined;
  onChange: (changed: Partial<DecisionDraft>) => void;
}

function DecisionFields({ booking, decision, draft, failure, onChange }: DecisionFieldsProps) {
  const { currency, net } = booking.price;
  return (
    <>
      {decision === 'CONFIRMED' && (
        <TextField
          label="Provider reference"
          hint={booking.providerReference ? `Leave empty to keep ${booking.providerReference}.` : undefined}
          problem={fieldError(failure, 'providerReference')}
          value={draft.reference}
          required={booking.providerReference === null}
          maxLength={512}
          onChange={value => onChange({ reference: value })}
        />
      )}
      {decision === 'CANCELLED' && (
        <TextField
          label={`Charged penalty (${currency})`}
          hint={`Between 0 and the net price of ${net.amount}.`}
          problem={fieldError(failure, 'penalty')}
          value={draft.penalty}
          required
          inputMode="decimal"
          placeholder={booking.currentPenalty?.amount.amount ?? '0.00'}
          onChange={value => onChange({ penalty: value })}
        />
      )}
      <Field
        label="Evidence"
        hint="State who confirmed this, when, and what they said. The text is stored in the history and visible to staff only."
        problem={fieldError(failure, 'evidence')}
      >
        {control => (
          <textarea
            {...control}
            value={draft.evidence}
            required
            minLength={3}
            maxLength={2_000}
            rows={4}
            onChange={event => onChange({ evidence: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
