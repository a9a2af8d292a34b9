/** The sections of the content form for category, address, times and contact. */
import { HOTEL_TYPES } from '@serai/contract/content/code-lists.ts';
import { Card } from '../../components/card.tsx';
import { Optional, TextField } from '../../components/form.tsx';
import { countryOptions } from '../../components/pickers/code-options.ts';
import { ComboboxField } from '../../components/pickers/combobox.tsx';
import { TimeField } from '../../components/pickers/time-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import type { ContentDraft } from './content-draft.ts';
import { categoryChoices, formatCode, starChoices, starsOf } from './hotel.ts';

export interface SectionProps {
  draft: ContentDraft;
  onChange: (changed: Partial<ContentDraft>) => void;
  problem: (path: string) => string | undefined;
}

export function CategorySection({ draft, onChange, problem }: SectionProps) {
  const { type, categoryCode, stars } = draft;
  return (
    <Card title="Category" hint="Stars follow the category unless you choose another number.">
      <div className="row three">
        <SelectField
          label="Type"
          problem={problem('type')}
          value={type}
          options={HOTEL_TYPES.map(each => [each, formatCode(each)] as const)}
          onChange={value => onChange({ type: value as ContentDraft['type'] })}
        />
        <SelectField
          label={<Optional>Category</Optional>}
          problem={problem('categoryCode')}
          value={categoryCode ?? ''}
          options={categoryChoices(type)}
          onChange={value =>
            onChange({ categoryCode: value === '' ? undefined : (value as ContentDraft['categoryCode']) })
          }
        />
        <SelectField
          label={<Optional>Stars</Optional>}
          problem={problem('stars')}
          value={stars === undefined || stars === starsOf(categoryCode) ? '' : String(stars)}
          options={starChoices(categoryCode)}
          onChange={value => onChange({ stars: value === '' ? undefined : Number(value) })}
        />
      </div>
    </Card>
  );
}

export function AddressSection({ draft: { address }, onChange, problem }: SectionProps) {
  const text = (name: 'street' | 'postalCode' | 'city' | 'region', label: string) => (
    <TextField
      label={<Optional>{label}</Optional>}
      autoComplete="off"
      problem={problem(`address/${name}`)}
      value={address[name] ?? ''}
      onChange={value => onChange({ address: { ...address, [name]: value } })}
    />
  );
  return (
    <Card title="Address" hint="Printed on vouchers. If the hotel has moved, move the pin on the map too.">
      {text('street', 'Street and number')}
      <div className="row two">
        {text('postalCode', 'Postal code')}
        {text('city', 'City')}
      </div>
      <div className="row two">
        {text('region', 'Region')}
        <ComboboxField
          label="Country"
          problem={problem('address/countryCode')}
          value={address.countryCode}
          hint={
            address.countryCode === 'ZZ' && (
              <span className="field-warning">Choose a country, so that partners find the hotel.</span>
            )
          }
          options={countryOptions(address.countryCode)}
          onChange={countryCode => onChange({ address: { ...address, countryCode } })}
        />
      </div>
    </Card>
  );
}

const TIMES = [
  ['checkIn', 'from', 'Check-in from'],
  ['checkIn', 'until', 'Check-in until'],
  ['checkOut', 'from', 'Check-out from'],
  ['checkOut', 'until', 'Check-out until'],
] as const;

export function TimesSection({ draft, onChange, problem }: SectionProps) {
  return (
    <Card
      title={<Optional>Check-in and check-out</Optional>}
      hint="Local time on a 24-hour clock, for example 15:00. Guests do not see empty times."
    >
      <div className="content-times">
        {TIMES.map(([period, end, label]) => (
          <TimeField
            key={label}
            label={label}
            placeholder="HH:MM"
            problem={problem(`${period}/${end}`)}
            value={draft[period]?.[end] ?? ''}
            onChange={time => onChange({ [period]: { ...draft[period], [end]: time } })}
          />
        ))}
      </div>
    </Card>
  );
}

const CONTACTS = [
  ['phone', 'Phone', 'tel'],
  ['email', 'Email', 'email'],
  ['website', 'Website', 'url'],
] as const;

export function ContactSection({ draft: { contact }, onChange, problem }: SectionProps) {
  return (
    <Card
      title={<Optional>Contact</Optional>}
      hint="How guests reach the hotel. Vouchers show the phone number and email address."
    >
      <div className="row two">
        {CONTACTS.map(([name, label, inputMode]) => (
          <TextField
            key={name}
            label={label}
            inputMode={inputMode}
            autoComplete="off"
            problem={problem(`contact/${name}`)}
            value={contact?.[name] ?? ''}
            onChange={text => onChange({ contact: { ...contact, [name]: text } })}
          />
        ))}
      </div>
    </Card>
  );
}
