import { type ComponentProps, type ReactNode, useId } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => unknown;
}

/** Handles the submission in the page instead of reloading it. */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      {...form}
      onSubmit={event => {
        event.preventDefault();
        void onSubmit();
      }}
    />
  );
}

interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  problem?: string | undefined;
}

/** The label of a field that may stay empty, in a form with required fields. */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <small className="optional">(optional)</small>
    </>
  );
}

interface FieldProps extends FieldTexts {
  children: (props: ControlProps) => ReactNode;
}

export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(problem && { 'aria-invalid': true as const }),
      })}
      <FieldMessages id={id} hint={hint} problem={problem} />
    </div>
  );
}

/** The texts below a field. Its control refers to them by `${id}-hint` and `${id}-problem`. */
export function FieldMessages({ id, hint, problem }: Omit<FieldTexts, 'label'> & { id: string }) {
  return (
    <>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {problem && (
        <span className="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </>
  );
}

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

export function TextField({ label, hint, problem, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {control => <input {...control} {...input} onChange={event => onChange(event.target.value)} />}
    </Field>
  );
}

interface FormButtonsProps {
  /** Label of the submit button. */
  children: ReactNode;
  disabled?: boolean;
  /** The action cannot be undone. */
  danger?: boolean;
  onCancel: () => void;
  /** The action is running and can no longer be stopped. */
  cancelDisabled?: boolean;
  /** Default: Cancel. */
  cancelLabel?: string;
}

export function FormButtons({
  children,
  disabled = false,
  danger = false,
  onCancel,
  cancelDisabled = false,
  cancelLabel = 'Cancel',
}: FormButtonsProps) {
  return (
    <div className="row end">
      <button type="button" disabled={cancelDisabled} onClick={onCancel}>
        {cancelLabel}
      </button>
      <button type="submit" className={danger ? 'main bad' : 'main'} disabled={disabled}>
        {children}
      </button>
    </div>
  );
}
