/** Fields for the legal data and contacts of a company. */
import {
  MAX_CONTACT_LENGTHS,
  MAX_CONTACTS,
  MAX_LEGAL_LENGTHS,
} from '@serai/contract/account/company-limits.ts';
import { Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field, Optional, TextField } from '../form.tsx';
import { type CompanyDraft, type ContactDraft, EMPTY_CONTACT, type LegalDraft } from './company-draft.ts';
import '../../styles/company.css';

interface FieldsProps<Draft> {
  draft: Draft;
  /** `path` is relative to the company. */
  problemOf: (path: string) => string | undefined;
  disabled?: boolean;
  onChange: (changed: Partial<Draft>) => void;
}

export function LegalFields({ draft, problemOf, disabled = false, onChange }: FieldsProps<LegalDraft>) {
  const text = (name: 'legalName' | 'taxNumber' | 'billingEmail', label: string) => (
    <CheckedField
      label={<Optional>{label}</Optional>}
      value={draft[name]}
      problem={problemOf(name)}
      disabled={disabled}
      autoComplete="off"
      maxLength={MAX_LEGAL_LENGTHS[name]}
      {...(name === 'billingEmail' && { type: 'email' })}
      onChange={value => onChange({ [name]: value })}
    />
  );
  return (
    <>
      {text('legalName', 'Legal name')}
      <Field label={<Optional>Address</Optional>} problem={problemOf('address')}>
        {control => (
          <textarea
            {...control}
            rows={4}
            maxLength={MAX_LEGAL_LENGTHS.address}
            value={draft.address}
            disabled={disabled}
            onChange={event => onChange({ address: event.target.value })}
          />
        )}
      </Field>
      <div className="row two">
        {text('taxNumber', 'Tax number')}
        {text('billingEmail', 'Billing email')}
      </div>
    </>
  );
}

const CONTACT_FIELDS = [
  ['name', 'Name'],
  ['role', 'Role'],
  ['email', 'Email'],
  ['phone', 'Phone'],
] as const;

export function ContactFields({ draft, problemOf, disabled = false, onChange }: FieldsProps<CompanyDraft>) {
  const { contacts } = draft;
  const change = (at: number, changed: Partial<ContactDraft>) =>
    onChange({ contacts: contacts.map((each, i) => (i === at ? { ...each, ...changed } : each)) });
  return (
    <div className="contacts">
      {contacts.map((contact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: contacts are identified by their position
        <fieldset key={at} className="contact" disabled={disabled}>
          <legend>Contact {at + 1}</legend>
          <div className="row two">
            {CONTACT_FIELDS.map(([name, label]) => (
              <CheckedField
                key={name}
                label={name === 'name' ? label : <Optional>{label}</Optional>}
                value={contact[name]}
                problem={problemOf(`contacts/${at}/${name}`)}
                autoComplete="off"
                maxLength={MAX_CONTACT_LENGTHS[name]}
                onChange={value => change(at, { [name]: value })}
              />
            ))}
          </div>
          {!disabled && (
            <button
              type="button"
              className="small"
              onClick={() => onChange({ contacts: contacts.filter((_, i) => i !== at) })}
            >
              <Trash2 size={16} aria-hidden /> Remove contact {at + 1}
            </button>
          )}
        </fieldset>
      ))}
      {contacts.length === 0 && disabled && <p className="faint">No contacts.</p>}
      {!disabled && contacts.length < MAX_CONTACTS && (
        <button
          type="button"
          className="small"
          onClick={() => onChange({ contacts: [...contacts, EMPTY_CONTACT] })}
        >
          <Plus size={16} aria-hidden /> Add contact
        </button>
      )}
    </div>
  );
}

export function CheckedField({ problem, ...field }: ComponentProps<typeof TextField>) {
  return <TextField {...field} problem={useReported(problem, field.value)} />;
}

/** The server checks the value, so its message is shown only until the value changes. */
export function useReported(problem: string | undefined, value: string): string | undefined {
  const [reported, setReported] = useState({ problem, value });
  if (reported.problem !== problem) setReported({ problem, value });
  return reported.value === value ? problem : undefined;
}
