import { Field } from '../../../components/field.tsx';
import type { CallFailure } from '../../../lib/calls/operator-client.ts';
import { problemOf } from '../../../lib/calls/problem-of.ts';
import { formatNumber } from '../../../lib/format/format.ts';
import { useMay, useSession, useStaff } from '../../../lib/session-context.ts';
import type { ApiKey } from '../parts/api-key.ts';
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
  /** The limits that the key has now; undefined for a new one. */
  limits?: ApiKey['limits'] | undefined;
}

/** What a person decides about a key, new or not. */
export function KeyFields(props: KeyFieldsProps) {
  const { draft, onChange, failure, lacksScopes = false, expiresAt, limits } = props;
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
      <LimitFields draft={draft} onChange={onChange} failure={failure} limits={limits} />
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

const MAX_LIMIT = 1_000_000_000;

type LimitFieldsProps = Pick<KeyFieldsProps, 'draft' | 'onChange' | 'failure'> & {
  limits: ApiKey['limits'] | undefined;
};

/** A key that has more than the ceiling keeps it. The operator may give any key more. */
function LimitFields({ draft, onChange, failure, limits }: LimitFieldsProps) {
  const { ceilings } = useSession().session.organisation;
  const isAdmin = useMay('admin');
  const mayExceed = useStaff() && isAdmin;
  return (
    <fieldset>
      <legend>Limits</legend>
      <p className="hint">
        Requests the key may make. All three hold at the same time.
        {!mayExceed && ' Ask the operator for more than the ceilings of your organisation.'}
      </p>
      <div className="row three">
        {LIMITS.map(({ member, label }) => (
          <Field
            key={member}
            label={label}
            hint={`Ceiling: ${formatNumber(ceilings[member])}`}
            problem={problemOf(failure, `limits/${member}`)}
          >
            {control => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                min={1}
                max={mayExceed ? MAX_LIMIT : Math.max(ceilings[member], limits?.[member] ?? 0)}
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
