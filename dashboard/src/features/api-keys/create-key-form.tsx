import type { Environment } from '@serai/contract/shared/answer.ts';
import { type FormEvent, useId, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import type { CallFailure } from '../../lib/operator-client.ts';
import { draftAddresses, EMPTY_DRAFT, type KeyDraft } from './key-draft.ts';
import { ScopeField } from './scope-field.tsx';

interface CreateKeyFormProps {
  environment: Environment;
  busy: boolean;
  failure: CallFailure | undefined;
  onCreate: (draft: KeyDraft) => void;
  onCancel: () => void;
}

const LIMITS = [
  { member: 'perMinute', label: 'A minute' },
  { member: 'perHour', label: 'An hour' },
  { member: 'perDay', label: 'A day' },
] as const;

export function CreateKeyForm({ environment, busy, failure, onCreate, onCancel }: CreateKeyFormProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const change = (changed: Partial<KeyDraft>) => setDraft(before => ({ ...before, ...changed }));
  const problems = problemsOf(failure, draft);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCreate(draft);
  };

  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label="Name"
        hint="What it is for: the program, the partner."
        problem={problems.name}
        value={draft.name}
        onChange={name => change({ name })}
      />
      <ScopeField scopes={draft.scopes} problem={problems.scopes} onChange={scopes => change({ scopes })} />
      <AddressField
        value={draft.addresses}
        problem={problems.allowedAddresses}
        onChange={addresses => change({ addresses })}
      />
      <LimitFields draft={draft} problem={problems.limits} onChange={change} />
      <label className="field">
        <span>Expires</span>
        <select value={draft.days} onChange={event => change({ days: event.target.value })}>
          <option value="">Never</option>
          <option value="30">In 30 days</option>
          <option value="90">In 90 days</option>
          <option value="365">In a year</option>
        </select>
      </label>
      {failure && failure.code !== 'VALIDATION_ERROR' && <Notice failure={failure} />}
      <div className="row">
        <button type="submit" className="main" disabled={busy || draft.scopes.length === 0}>
          {busy ? 'Creating …' : `Create ${environment} key`}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface FieldProps {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

function TextField({ label, hint, value, problem, onChange }: FieldProps & { label: string; hint: string }) {
  const id = useId();
  return (
    <label className="field">
      <span>{label}</span>
      <input
        value={value}
        maxLength={100}
        required
        autoComplete="off"
        aria-describedby={id}
        aria-invalid={problem !== undefined}
        onChange={event => onChange(event.target.value)}
      />
      <small id={id} className={problem ? 'problem' : 'hint'}>
        {problem ?? hint}
      </small>
    </label>
  );
}

function AddressField({ value, problem, onChange }: FieldProps) {
  const id = useId();
  return (
    <label className="field">
      <span>
        Allowed addresses <small>optional</small>
      </span>
      <textarea
        rows={3}
        value={value}
        placeholder={'203.0.113.7\n2001:db8::/48'}
        spellCheck={false}
        aria-describedby={id}
        aria-invalid={problem !== undefined}
        onChange={event => onChange(event.target.value)}
      />
      <small id={id} className={problem ? 'problem' : 'hint'}>
        {problem ?? 'IPv4, IPv6 or CIDR ranges, one a line. Empty lets the key work from anywhere.'}
      </small>
    </label>
  );
}

interface LimitFieldsProps {
  draft: KeyDraft;
  problem: string | undefined;
  onChange: (changed: Partial<KeyDraft>) => void;
}

function LimitFields({ draft, problem, onChange }: LimitFieldsProps) {
  return (
    <fieldset>
      <legend>Limits</legend>
      <p className="hint">Requests the key may make. All three hold at the same time.</p>
      <div className="row three">
        {LIMITS.map(({ member, label }) => (
          <label className="field" key={member}>
            <span>{label}</span>
            <input
              type="number"
              inputMode="numeric"
              min={1}
              max={1_000_000_000}
              required
              value={draft[member]}
              onChange={event => onChange({ [member]: event.target.value })}
            />
          </label>
        ))}
      </div>
      {problem && <p className="problem">{problem}</p>}
    </fieldset>
  );
}

type Problems = Partial<Record<'name' | 'scopes' | 'allowedAddresses' | 'limits', string>>;

/** The server's words, at the member that they are about. */
function problemsOf(failure: CallFailure | undefined, draft: KeyDraft): Problems {
  const problems: Problems = {};
  for (const { path, message } of failure?.details ?? []) {
    const [, member = '', index] = path.split('/');
    const entry = member === 'allowedAddresses' ? draftAddresses(draft.addresses)[Number(index)] : undefined;
    const words = entry === undefined || message.includes(entry) ? message : `${entry}: ${message}`;
    problems[member as keyof Problems] ??= words;
  }
  return problems;
}
