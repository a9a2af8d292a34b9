import { Field } from '../../../components/field.tsx';
import type { CallFailure } from '../../../lib/calls/operator-client.ts';
import { problemOf } from '../../../lib/calls/problem-of.ts';
import { useSession } from '../../../lib/session-context.ts';
import { AddressField } from './address-field.tsx';
import { expiryChoices } from './expiry-choices.ts';
import type { KeyDraft } from './key-draft.ts';
import { ScopeField } from './scope-field.tsx';

export interface KeyFieldsProps {
  draft: KeyDraft;
  onChange: (changed: Partial<KeyDraft>) => void;
  failure: CallFailure | undefined;
  /** A key that had some is left without any. */
  lacksScopes?: boolean;
  /** The expiry that the key has now; undefined for a new one. */
  expiresAt: string | null | undefined;
}

/** What a person decides about a key, new or not. */
export function KeyFields({ draft, onChange, failure, lacksScopes = false, expiresAt }: KeyFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        hint="What it is for: the program, the partner."
        problem={problemOf(failure, 'name')}
      >
        {control => (
          <input
            {...control}
            value={draft.name}
            maxLength={100}
            required
            autoComplete="off"
            onChange={event => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <ScopeField
        scopes={draft.scopes}
        problem={lacksScopes ? 'Choose at least one scope.' : problemOf(failure, 'scopes')}
        onChange={scopes => onChange({ scopes })}
      />
      <ExpiryField draft={draft} onChange={onChange} failure={failure} expiresAt={expiresAt} />
      <AddressField
        value={draft.addresses}
        problem={problemOf(failure, 'allowedAddresses')}
        onChange={addresses => onChange({ addresses })}
      />
      <LimitFields draft={draft} onChange={onChange} failure={failure} />
    </>
  );
}

function ExpiryField({ draft, onChange, failure, expiresAt }: KeyFieldsProps) {
  const maxDays = useSession().session.organisation.maxKeyLifetimeDays;
  return (
    <div className="row two">
      <Field
        label="Expires"
        hint={
          maxDays === null
            ? 'A key that ends by itself cannot be forgotten.'
            : `Your organisation lets a key live ${maxDays} days at most.`
        }
        problem={problemOf(failure, 'expiresAt')}
      >
        {control => (
          <select
            {...control}
            value={draft.expiry}
            onChange={event => onChange({ expiry: event.target.value })}
          >
            {expiryChoices(maxDays, expiresAt).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      {draft.expiry === 'on' && (
        <Field label="Last day">
          {control => (
            <input
              {...control}
              type="date"
              required
              value={draft.lastDay}
              onChange={event => onChange({ lastDay: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

const LIMITS = [
  { member: 'perMinute', label: 'A minute' },
  { member: 'perHour', label: 'An hour' },
  { member: 'perDay', label: 'A day' },
] as const;

function LimitFields({ draft, onChange, failure }: Pick<KeyFieldsProps, 'draft' | 'onChange' | 'failure'>) {
  return (
    <fieldset>
      <legend>Limits</legend>
      <p className="hint">Requests the key may make. All three hold at the same time.</p>
      <div className="row three">
        {LIMITS.map(({ member, label }) => (
          <Field key={member} label={label} problem={problemOf(failure, `limits/${member}`)}>
            {control => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                min={1}
                max={1_000_000_000}
                step={1}
                required
                value={draft[member]}
                onChange={event => onChange({ [member]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
