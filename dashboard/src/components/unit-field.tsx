import { type ComponentProps, useId } from 'react';
import { Field, type FieldTexts } from './form.tsx';
import '../styles/unit-field.css';

interface UnitFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'onChange'> {
  /** Shown inside the field, after the number, for example `% of cost`. */
  unit: string;
  /** For a number of few digits in a wide form. */
  isShort?: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** A number with its unit. Screen readers read the unit after the label. */
export function UnitField({ label, hint, problem, unit, isShort, onChange, ...input }: UnitFieldProps) {
  const unitId = useId();
  return (
    <Field label={label} hint={hint} problem={problem}>
      {({ 'aria-describedby': described, ...control }) => (
        <span className="unit-box" data-short={isShort || undefined}>
          <input
            inputMode="decimal"
            autoComplete="off"
            {...control}
            {...input}
            aria-describedby={[unitId, described].filter(Boolean).join(' ')}
            onChange={event => onChange(event.target.value)}
          />
          <span id={unitId} className="unit">
            {unit}
          </span>
        </span>
      )}
    </Field>
  );
}
