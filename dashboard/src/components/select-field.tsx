import { Field, type FieldTexts } from './form.tsx';
import { Select } from './pickers/select.tsx';

interface SelectFieldProps extends FieldTexts {
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** In a file of its own, because the page for signing in uses the other fields and must stay small. */
export function SelectField({ label, hint, problem, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {control => <Select {...control} {...select} />}
    </Field>
  );
}
