import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Field } from '../../components/form.tsx';

export interface Found {
  value: string;
  name: string;
  hint?: string | undefined;
}

interface ValuePickerProps {
  label: string;
  hint?: string;
  placeholder?: string;
  problem?: string | undefined;
  chosen: readonly string[];
  /** The suggestions for the typed text. Empty if any text is allowed. */
  find: (typed: string) => readonly Found[];
  nameOf: (value: string) => string;
  onChange: (chosen: readonly string[]) => void;
}

const MAX_FOUND = 8;

/** Chooses several values by name. Enter selects the first match, or adds text without a match or with commas. */
export function ValuePicker(props: ValuePickerProps) {
  const { label, hint, placeholder, problem, chosen, find, nameOf, onChange } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const found = isOpen
    ? find(typed.trim())
        .filter(({ value }) => !chosen.includes(value))
        .slice(0, MAX_FOUND)
    : [];
  const add = (values: readonly string[]) => {
    onChange([...new Set([...chosen, ...values])]);
    setTyped('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (typed.trim() === '') return;
    const values = typed.split(',').map(each => each.trim());
    const isSeveral = values.length > 1;
    add(found[0] && !isSeveral ? [found[0].value] : values.filter(Boolean));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: users interact with the elements inside
    <div
      className="picker"
      onBlur={event => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setOpen(false);
        // Text that was typed but not confirmed must not be lost.
        if (typed.trim() !== '')
          add(
            typed
              .split(',')
              .map(each => each.trim())
              .filter(Boolean),
          );
      }}
    >
      <Field label={label} hint={hint} problem={problem}>
        {control => (
          <input
            {...control}
            value={typed}
            placeholder={placeholder}
            autoComplete="off"
            onFocus={() => setOpen(true)}
            onChange={event => {
              setTyped(event.target.value);
              setOpen(true);
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {found.length > 0 && (
        <ul className="picker-found" id={listId} aria-label={`${label}: matches`}>
          {found.map(({ value, name, hint: about }) => (
            <li key={value}>
              <button type="button" className="quiet" onClick={() => add([value])}>
                {name}
                {about && <small className="faint">{about}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul className="picker-chosen" aria-label={`${label}: chosen`}>
          {chosen.map(value => (
            <li key={value}>
              {nameOf(value)}
              <button
                type="button"
                className="quiet"
                aria-label={`Remove ${nameOf(value)}`}
                onClick={() => onChange(chosen.filter(each => each !== value))}
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
