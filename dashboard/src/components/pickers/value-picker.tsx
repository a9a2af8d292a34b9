import { useCombobox } from 'downshift';
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Field } from '../form.tsx';
import { type Option, Options } from './combobox.tsx';
import { enteredValues, exactMatch, leftValues } from './picked-values.ts';
import '../../styles/pickers.css';
import '../../styles/value-picker.css';

interface ValuePickerProps {
  label: string;
  hint?: string;
  placeholder?: string;
  problem?: string | undefined;
  chosen: readonly string[];
  /** The suggestions for the typed text. */
  find: (typed: string) => readonly Option[];
  /** If set, any text is a value, and an option with this word adds the typed text, such as `Create “gold”`. */
  addWord?: string;
  /** Other values are not added. Default: the server checks the values. */
  isKnown?: (value: string) => boolean;
  nameOf: (value: string) => string;
  onChange: (chosen: readonly string[]) => void;
}

const MAX_FOUND = 8;

/** Chooses several values by name. `enteredValues` and `leftValues` decide what the typed text selects. */
export function ValuePicker(props: ValuePickerProps) {
  const { label, hint, placeholder, chosen, find, nameOf, addWord, isKnown = () => true, onChange } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const text = typed.trim();
  const matches = find(text);
  const open = matches.filter(({ value }) => !chosen.includes(value)).slice(0, MAX_FOUND);
  const isNew = addWord !== undefined && text !== '' && !text.includes(',');
  const added =
    isNew && !exactMatch(text, matches, nameOf) ? [{ value: text, name: `${addWord} “${text}”` }] : [];
  const found: readonly Option[] = isOpen ? [...added, ...open] : [];
  const add = (values: readonly string[]) => {
    const known = values.filter(isKnown);
    if (known.length > 0) onChange([...new Set([...chosen, ...known])]);
    setTyped(values.filter(value => !isKnown(value)).join(', '));
  };
  const unknown = text !== '' && !isOpen && !isKnown(text) ? `“${text}” is not in the list.` : undefined;
  const problem = props.problem ?? unknown;
  const remove = (value: string) => onChange(chosen.filter(each => each !== value));
  const box = useCombobox<Option>({
    items: [...found],
    isOpen,
    onIsOpenChange: change => setOpen(change.isOpen),
    itemToString: option => option?.name ?? '',
    itemToKey: option => option?.value,
    inputValue: typed,
    // Nothing stays selected in the field, because a chosen value becomes a tag.
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && add([selectedItem.value]),
    // Leaving the field does not select the highlighted option.
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur
        ? { ...changes, selectedItem: state.selectedItem }
        : changes,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && chosen.length > 0) remove(chosen.at(-1) as string);
    if (event.key === 'Escape' && isOpen) event.preventDefault();
    if (event.key !== 'Enter' || box.highlightedIndex >= 0) return;
    event.preventDefault();
    add(enteredValues({ typed, found: matches, isFreeText: addWord !== undefined, nameOf }));
  };
  return (
    <div className="picker">
      <Field label={label} hint={hint} problem={problem}>
        {control => (
          <div className="combobox">
            <div className="picker-box" data-invalid={problem !== undefined || undefined}>
              {chosen.length > 0 && (
                <ul className="picker-chosen" aria-label={`${label}: selected`}>
                  {chosen.map(value => (
                    <li key={value}>
                      {nameOf(value)}
                      <button
                        type="button"
                        className="quiet"
                        aria-label={`Remove ${nameOf(value)}`}
                        onClick={() => remove(value)}
                      >
                        <X size={14} aria-hidden />
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              <input
                {...box.getInputProps({
                  onKeyDown,
                  // The library reports the text too late for a controlled field, which would lose letters.
                  onChange: event => setTyped(event.currentTarget.value),
                  // Text that was typed but not confirmed must not be lost.
                  onBlur: () => add(leftValues({ typed, found: matches, nameOf })),
                })}
                {...control}
                aria-labelledby={undefined}
                type="text"
                placeholder={chosen.length === 0 ? placeholder : undefined}
                autoComplete="off"
              />
            </div>
            <ul
              className="combobox-list"
              data-open={found.length > 0 || undefined}
              {...box.getMenuProps({ 'aria-labelledby': undefined, 'aria-label': `${label}: matches` })}
            >
              <Options options={found} box={box} />
            </ul>
          </div>
        )}
      </Field>
    </div>
  );
}
