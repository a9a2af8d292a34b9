/**
 * Selects a partner in filters and forms. Separate from `partners.tsx`, so that pages without pickers do not load their
 * library. Partner users see only their own partner, so these components render nothing for them.
 */
import type { ReactNode } from 'react';
import { useStaff } from '../../lib/session-context.ts';
import { Field } from '../form.tsx';
import { Combobox } from '../pickers/combobox.tsx';
import { Select } from '../pickers/select.tsx';
import { usePartners } from './partners.tsx';

export function PartnerFilter({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const partners = usePartners();
  if (partners.size < 2 && value === undefined) return null;
  return (
    <Combobox
      label="Partner"
      placeholder="All partners"
      value={value}
      options={[...partners.values()].map(({ partnerId, name, groups }) => ({
        value: partnerId,
        name,
        hint: groups.join(', '),
      }))}
      onChange={onChange}
    />
  );
}

interface PartnerChoiceProps {
  value: string | undefined;
  onChange: (partnerId: string | undefined) => void;
  hint?: ReactNode;
  problem?: string | undefined;
}

export function PartnerChoice({ value, onChange, hint, problem }: PartnerChoiceProps) {
  const partners = usePartners();
  const isStaff = useStaff();
  if (!isStaff) return null;
  return (
    <Field label="Partner" hint={hint} problem={problem}>
      {control => (
        <Select
          {...control}
          value={value ?? ''}
          options={[
            ['', 'Choose a partner'],
            ...[...partners.values()].map(({ partnerId, name }) => [partnerId, name] as const),
          ]}
          onChange={chosen => onChange(chosen || undefined)}
        />
      )}
    </Field>
  );
}
