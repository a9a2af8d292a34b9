import type { Scope } from '@serai/contract/scopes.ts';
import { Field, Optional, TextField } from '../../components/form.tsx';
import type { Partner } from '../../components/partners/partners.tsx';
import { CURRENCY_OPTIONS } from '../../components/pickers/code-options.ts';
import { ComboboxField } from '../../components/pickers/combobox.tsx';
import { DateField } from '../../components/pickers/date-field.tsx';
import { Select } from '../../components/pickers/select.tsx';
import { type CallFailure, fieldError } from '../../lib/calls/operator-client.ts';
import { formatNumber, localToday } from '../../lib/format/format.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { allowsAddress, splitEntries } from './address-entries.ts';
import type { ApiKey } from './api-key.tsx';
import {
  addressProblem,
  defaultLastDay,
  expiryChoices,
  type KeyDraft,
  latestLastDay,
  PRESETS,
  SCOPE_LABELS,
  SCOPES,
} from './key-draft.ts';

interface KeyFieldsProps {
  draft: KeyDraft;
  onChange: (changed: Partial<KeyDraft>) => void;
  failure: CallFailure | undefined;
  /** True if all scopes of an existing key have been deselected. */
  lacksScopes?: boolean;
  /** Current expiry of the key; undefined for a new key. */
  expiresAt: string | null | undefined;
  rules: Pick<Partner, 'ceilings' | 'maxKeyLifetimeDays'>;
  /** Current limits of the key; undefined for a new key. */
  limits?: ApiKey['limits'] | undefined;
}

export function KeyFields(props: KeyFieldsProps) {
  const { draft, onChange, failure, lacksScopes = false, limits } = props;
  return (
    <>
      <Field
        label="Name"
        hint="For example, the name of the application that uses the key."
        problem={fieldError(failure, 'name')}
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
        problem={lacksScopes ? 'Choose at least one scope.' : fieldError(failure, 'scopes')}
        onChange={scopes => onChange({ scopes })}
      />
      <ExpiryField {...props} />
      <AddressField
        value={draft.addresses}
        problem={fieldError(failure, 'allowedAddresses')}
        onChange={addresses => onChange({ addresses })}
      />
      <LimitFields {...props} limits={limits} />
      <SpendFields {...props} />
      <UcpFields {...props} />
    </>
  );
}

function ExpiryField({ draft, onChange, failure, expiresAt, rules }: KeyFieldsProps) {
  const maxDays = rules.maxKeyLifetimeDays;
  return (
    <div className="row two">
      <Field
        label="Expires"
        hint={
          maxDays === null
            ? 'An expiry date limits the damage if the key leaks.'
            : `Keys of this partner must expire within ${maxDays === 1 ? '1 day' : `${maxDays} days`}.`
        }
        problem={fieldError(failure, 'expiresAt')}
      >
        {control => (
          <Select
            {...control}
            value={draft.expiry}
            options={expiryChoices(maxDays, expiresAt)}
            onChange={expiry =>
              onChange({ expiry, lastDay: draft.lastDay || defaultLastDay(maxDays, new Date()) })
            }
          />
        )}
      </Field>
      {draft.expiry === 'on' && (
        <DateField
          label="Last day"
          min={localToday()}
          max={latestLastDay(maxDays, new Date())}
          value={draft.lastDay}
          onChange={lastDay => onChange({ lastDay })}
        />
      )}
    </div>
  );
}

const LIMITS = [
  { field: 'perMinute', label: 'Per minute' },
  { field: 'perHour', label: 'Per hour' },
  { field: 'perDay', label: 'Per day' },
] as const;

const MAX_LIMIT = 1_000_000_000;

type LimitFieldsProps = Pick<KeyFieldsProps, 'draft' | 'onChange' | 'failure' | 'rules'> & {
  limits: ApiKey['limits'] | undefined;
};

/** A key may keep limits above the maximum, but only owners and admins of the operator can set such limits. */
function LimitFields({ draft, onChange, failure, limits, rules: { ceilings } }: LimitFieldsProps) {
  const mayExceed = useMay('partners:manage');
  return (
    <fieldset>
      <legend>Rate limits</legend>
      <p className="hint">
        Maximum number of requests. All three limits apply at the same time.
        {!mayExceed && ' For more, contact the operator.'}
      </p>
      <div className="row three">
        {LIMITS.map(({ field, label }) => (
          <Field
            key={field}
            label={label}
            hint={`Maximum: ${formatNumber(ceilings[field])}`}
            problem={fieldError(failure, `limits/${field}`)}
          >
            {control => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                min={1}
                max={mayExceed ? MAX_LIMIT : Math.max(ceilings[field], limits?.[field] ?? 0)}
                step={1}
                required
                value={draft[field]}
                onChange={event => onChange({ [field]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

/** Roles that cannot change the spend limit do not see it. */
function SpendFields({ draft, onChange, failure }: KeyFieldsProps) {
  const maySet = useMay('keys:spend');
  if (!maySet) return null;
  const problem = (field: string) =>
    fieldError(failure, `limits/spend/${field}`) ??
    fieldError(failure, `limits/spend/${field}/amount`) ??
    fieldError(failure, `limits/spend/${field}/currency`);
  return (
    <fieldset>
      <legend>
        <Optional>Spend limit</Optional>
      </legend>
      <p className="hint">
        Highest net amount that the key may book. Cancelled bookings count, rejected ones do not. Leave a
        field empty for no limit.
      </p>
      <div className="row three">
        <TextField
          label="In 24 hours"
          inputMode="decimal"
          value={draft.spendPerDay}
          placeholder="No limit"
          autoComplete="off"
          problem={problem('perDay')}
          onChange={spendPerDay => onChange({ spendPerDay })}
        />
        <TextField
          label="Per booking"
          inputMode="decimal"
          value={draft.spendPerBooking}
          placeholder="No limit"
          autoComplete="off"
          problem={problem('perBooking')}
          onChange={spendPerBooking => onChange({ spendPerBooking })}
        />
        <ComboboxField
          label="Currency"
          value={draft.spendCurrency}
          options={CURRENCY_OPTIONS}
          onChange={spendCurrency => onChange({ spendCurrency })}
        />
      </div>
    </fieldset>
  );
}

/** Only staff decide which platforms may use UCP. What a platform states about itself follows its profile. */
function UcpFields({ draft, onChange, failure }: KeyFieldsProps) {
  const maySet = useMay('keys:ucp');
  if (!maySet) return null;
  const problem = (field: string) => fieldError(failure, `ucp/${field}`);
  return (
    <fieldset>
      <legend>
        <Optional>UCP platform</Optional>
      </legend>
      <TextField
        label="UCP platform profile"
        hint="Only for keys of platforms that book with UCP Lodging. Each request must name this URL."
        type="url"
        value={draft.ucpProfile}
        placeholder="None"
        autoComplete="off"
        problem={problem('profileUrl')}
        onChange={ucpProfile => onChange({ ucpProfile })}
      />
      {draft.ucpProfile.trim() !== '' && (
        <>
          <TextField
            label="UCP version"
            hint="As stated in the profile. Leave empty for the version that Serai implements."
            value={draft.ucpVersion}
            placeholder="YYYY-MM-DD"
            autoComplete="off"
            problem={problem('version')}
            onChange={ucpVersion => onChange({ ucpVersion })}
          />
          <Field
            label="UCP capabilities"
            hint="As listed in the profile, one per line. Leave empty for the capabilities that Serai implements."
            problem={problem('capabilities')}
          >
            {control => (
              <textarea
                {...control}
                rows={2}
                value={draft.ucpCapabilities}
                spellCheck={false}
                onChange={event => onChange({ ucpCapabilities: event.target.value })}
              />
            )}
          </Field>
          <label className="check">
            <input
              type="checkbox"
              checked={draft.ucpApproval}
              onChange={event => onChange({ ucpApproval: event.target.checked })}
            />
            <span>
              Each booking must be approved on your page. The key cannot have the scope{' '}
              <code>hotels:book</code>.
            </span>
          </label>
        </>
      )}
    </fieldset>
  );
}

interface ScopeFieldProps {
  scopes: readonly Scope[];
  problem: string | undefined;
  onChange: (scopes: readonly Scope[]) => void;
}

function ScopeField({ scopes, problem, onChange }: ScopeFieldProps) {
  const toggle = (scope: Scope) =>
    onChange(SCOPES.filter(each => (each === scope ? !scopes.includes(each) : scopes.includes(each))));

  return (
    <fieldset>
      <legend>Scopes</legend>
      <p className="hint">What the key may do. Choose only what the application needs.</p>
      <div className="row presets">
        {PRESETS.map(preset => (
          <button
            key={preset.name}
            type="button"
            className="small"
            aria-pressed={isSame(preset.scopes, scopes)}
            onClick={() => onChange(preset.scopes)}
          >
            {preset.name}
          </button>
        ))}
      </div>
      <div className="choices">
        {SCOPES.map(scope => (
          <label className="check" key={scope}>
            <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
            <span>
              {SCOPE_LABELS[scope]} <code>{scope}</code>
            </span>
          </label>
        ))}
      </div>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function isSame(one: readonly Scope[], other: readonly Scope[]): boolean {
  return one.length === other.length && one.every(scope => other.includes(scope));
}

interface AddressFieldProps {
  value: string;
  /** The server's error. Errors in the current text take precedence. */
  problem: string | undefined;
  onChange: (value: string) => void;
}

function AddressField({ value, problem, onChange }: AddressFieldProps) {
  const { clientAddress } = useSession();
  const typed = addressProblem(value);
  const entries = splitEntries(value);
  const lacksOwn = clientAddress !== null && (entries.length === 0 || !allowsAddress(entries, clientAddress));
  return (
    <div className="field-group">
      <Field
        label={<Optional>Allowed IP addresses</Optional>}
        hint="IPv4 or IPv6 addresses or CIDR ranges, one per line. Leave empty to allow any address."
        problem={typed ?? problem}
      >
        {control => (
          <textarea
            {...control}
            rows={3}
            value={value}
            placeholder={'203.0.113.7\n2001:db8::/48'}
            spellCheck={false}
            autoComplete="off"
            onChange={event => onChange(event.target.value)}
          />
        )}
      </Field>
      {lacksOwn && (
        <button
          type="button"
          className="small"
          onClick={() => onChange([...entries, clientAddress].join('\n'))}
        >
          Add your IP address ({clientAddress})
        </button>
      )}
    </div>
  );
}
