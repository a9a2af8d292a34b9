import { useEffect, useRef, useState } from 'react';
import { STATUS_LABELS } from '../../components/booking-labels.ts';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Field, Form, FormButtons, Optional, TextField } from '../../components/form.tsx';
import { useActorName } from '../../components/people/use-actor-name.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import {
  type CallFailure,
  fieldError,
  type Input,
  isShownByFields,
  type Output,
} from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMoney } from '../../lib/format/format.ts';
import type { Choice, Decision } from './attention.ts';
import { bookingTitle, whoSees } from './booking-status.tsx';
import { eventOf } from './decision-event.ts';
import { PartnerContact, useReceipt } from './partner-notice.tsx';

type Booking = Output<'bookings/show'>['booking'];

interface ResolveDialogProps {
  open: boolean;
  /** Chosen already when the dialog opens. */
  initial: Decision | undefined;
  booking: Booking;
  origin: Output<'bookings/show'>['origin'];
  /** Who works on the booking. */
  taken: Output<'bookings/show'>['taken'];
  choices: readonly Choice[];
  onClose: () => void;
  /** Called when the booking has changed and must be read again. */
  onConflict: () => void;
}

const FIELDS = ['providerReference', 'penalty', 'evidence'];

/** Records a manual decision. Warns if the booking changes while the dialog is open. */
export function ResolveDialog({ open, ...form }: ResolveDialogProps) {
  const box = useRef<HTMLDivElement>(null);

  // If the decision is chosen already, the next thing to do is to fill in the first field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog opens
  useEffect(() => {
    if (!open || form.initial === undefined) return;
    box.current?.querySelector<HTMLElement>('input:not([type=radio]), textarea')?.focus();
  }, [open]);

  return (
    <Dialog open={open} title={`Resolve ${bookingTitle(form.booking)}`} onClose={form.onClose}>
      <div ref={box}>
        <ResolveForm {...form} />
      </div>
    </Dialog>
  );
}

/** Exists only while the dialog is open, so that each decision starts with empty fields. */
function ResolveForm(props: Omit<ResolveDialogProps, 'open'>) {
  const { initial, booking, origin, taken, choices, onClose, onConflict } = props;
  const [decision, setDecision] = useState(initial);
  const [isChoosing, setChoosing] = useState(initial === undefined);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [seenVersion] = useState(booking.version);
  const resolve = useAction('bookings/resolve', {
    changes: ['bookings', 'events', 'attention', 'billing'],
    toast: 'Booking resolved.',
    done: onClose,
  });
  const { failure } = resolve;
  const chosen = choices.find(choice => choice.decision === decision);
  const receipt = useReceipt(chosen && eventOf(chosen.decision, booking.status), { booking, origin });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a late response must not close a dialog that was opened again
  useEffect(() => resolve.clear, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: run once per failure
  useEffect(() => {
    if (failure?.code === 'INVALID_STATE') onConflict();
  }, [failure]);

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
    <Form onSubmit={submit}>
      {booking.version !== seenVersion && (
        <Banner tone="warn" title="The booking has changed since you opened it.">
          Its status is {STATUS_LABELS[booking.status].toLowerCase()}. Check whether your decision is still
          correct.
        </Banner>
      )}
      {taken && !taken.isYours && <ColleagueBanner taken={taken} />}
      {chosen !== undefined && !isChoosing ? (
        <ChosenOutcome chosen={chosen} receipt={receipt} onChange={() => setChoosing(true)} />
      ) : (
        <OutcomeRadios choices={choices} chosen={chosen} receipt={receipt} onChoose={setDecision} />
      )}
      {origin && receipt && !receipt.isReceived && (
        <p className="partner-contact">
          Contact the partner: <PartnerContact partnerId={origin.partnerId} />
        </p>
      )}
      <DecisionFields
        booking={booking}
        decision={chosen?.decision}
        draft={draft}
        failure={failure}
        onChange={changed => setDraft({ ...draft, ...changed })}
      />
      {failure && !isShownByFields(failure, FIELDS) && <Notice failure={failure} />}
      <FormButtons onCancel={onClose} disabled={resolve.busy}>
        {resolve.busy ? 'Saving…' : chosen ? recordLabel(chosen) : 'Record decision'}
      </FormButtons>
    </Form>
  );
}

/** For example `Record as not booked`. */
export function recordLabel({ decision, label }: Pick<Choice, 'decision' | 'label'>): string {
  return decision === 'DISMISSED' ? 'Record: no action needed' : `Record as ${label.toLowerCase()}`;
}

interface OutcomeProps {
  chosen: Choice | undefined;
  receipt: ReturnType<typeof useReceipt>;
}

/** The page has asked for the outcome already, so the dialog only repeats it. */
function ChosenOutcome({
  chosen: { label, meaning, money },
  receipt,
  onChange,
}: OutcomeProps & { chosen: Choice; onChange: () => void }) {
  return (
    <div className="chosen-outcome">
      <p>
        <span>
          Status at the provider: <strong>{label}</strong>
        </span>
        <button type="button" className="small" onClick={onChange}>
          Change
        </button>
      </p>
      {money && <p className="chosen-money">{money}</p>}
      {[meaning, receipt?.words, 'Nothing is sent to the provider.'].map(
        text =>
          text && (
            <p key={text} className="hint">
              {text}
            </p>
          ),
      )}
    </div>
  );
}

interface OutcomeRadiosProps extends OutcomeProps {
  choices: readonly Choice[];
  onChoose: (decision: Decision) => void;
}

function OutcomeRadios({ choices, chosen, receipt, onChoose }: OutcomeRadiosProps) {
  return (
    <fieldset className="decisions">
      <legend>
        What is the status at the provider? <small>Nothing is sent to the provider.</small>
      </legend>
      {choices.map(({ decision: each, label, meaning, money }) => (
        <label key={each} className="decision">
          <input
            type="radio"
            name="decision"
            value={each}
            required
            checked={each === chosen?.decision}
            onChange={() => onChoose(each)}
          />
          <span>
            <strong>{label}</strong>
            {each === chosen?.decision && <small className="faint">{meaning}</small>}
            {money && <small>{money}</small>}
            {each === chosen?.decision && receipt && <small>{receipt.words}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The mark of a colleague does not prevent a decision. */
function ColleagueBanner({ taken }: { taken: NonNullable<ResolveDialogProps['taken']> }) {
  const name = useActorName()(taken.by);
  return (
    <Banner tone="warn" title={`This booking is assigned to ${name}.`}>
      Assigned <Timestamp at={taken.at} />. Ask them before you decide.
    </Banner>
  );
}

interface DecisionDraft {
  reference: string;
  penalty: string;
  evidence: string;
}

const EMPTY_DRAFT: DecisionDraft = { reference: '', penalty: '', evidence: '' };

interface DecisionFieldsProps {
  booking: Booking;
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
          label={booking.providerReference ? <Optional>Provider reference</Optional> : 'Provider reference'}
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
          label={`Penalty charged (${currency})`}
          hint={`Between 0 and the net price of ${formatMoney(net)}.`}
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
        hint={`Who confirmed it, when, and what they said. ${whoSees(booking)}`}
        problem={fieldError(failure, 'evidence')}
      >
        {control => (
          <textarea
            {...control}
            value={draft.evidence}
            required
            minLength={3}
            maxLength={2_000}
            rows={3}
            onChange={event => onChange({ evidence: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
