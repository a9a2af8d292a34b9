import { Field } from '../../../components/field.tsx';
import { type CallFailure, fieldError, type Output } from '../../../lib/calls/operator-client.ts';
import type { Decision } from './attention-words.ts';

/** What a person types beside the decision itself. */
export interface DecisionDraft {
  reference: string;
  penalty: string;
  evidence: string;
}

export const EMPTY_DRAFT: DecisionDraft = { reference: '', penalty: '', evidence: '' };

interface DecisionFieldsProps {
  booking: Output<'bookings/show'>['booking'];
  decision: Decision | undefined;
  draft: DecisionDraft;
  failure: CallFailure | undefined;
  onChange: (changed: Partial<DecisionDraft>) => void;
}

export function DecisionFields({ booking, decision, draft, failure, onChange }: DecisionFieldsProps) {
  const { currency, net } = booking.price;
  return (
    <>
      {decision === 'CONFIRMED' && (
        <Field
          label="Reference at the provider"
          hint={booking.providerReference ? `Left empty it stays ${booking.providerReference}.` : undefined}
          problem={fieldError(failure, 'providerReference')}
        >
          {control => (
            <input
              {...control}
              value={draft.reference}
              required={booking.providerReference === null}
              maxLength={512}
              onChange={event => onChange({ reference: event.target.value })}
            />
          )}
        </Field>
      )}
      {decision === 'CANCELLED' && (
        <Field
          label={`Penalty that was charged, in ${currency}`}
          hint={`Between zero and the price, ${net.amount}.`}
          problem={fieldError(failure, 'penalty')}
        >
          {control => (
            <input
              {...control}
              value={draft.penalty}
              required
              inputMode="decimal"
              placeholder={booking.currentPenalty?.amount.amount ?? '0.00'}
              onChange={event => onChange({ penalty: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label="Evidence"
        hint="Who was asked, when, and what they said. It stays in the history; only operators see it."
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
