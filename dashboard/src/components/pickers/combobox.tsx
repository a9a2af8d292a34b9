import { type UseComboboxReturnValue, useCombobox } from 'downshift';
import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { fold } from '../../lib/format/fold.ts';
import { FieldMessages } from '../form.tsx';
import { useActiveFilter } from './active-filters.ts';
import '../../styles/pickers.css';

export interface Option {
  value: string;
  name: string;
  hint?: string | undefined;
}

interface ComboboxProps {
  label: string;
  /** Shown while nothing is selected, for example `All partners`. */
  placeholder: string;
  value: string | undefined;
  options: readonly Option[];
  /** If set, the options are already the matches for the typed text. Otherwise they are filtered here. */
  onSearch?: (typed: string) => void;
  /** If set, the typed text can be selected as well, because the options are not complete. Shown beside the text. */
  textHint?: string;
  onChange: (value: string | undefined) => void;
}

const MAX_SHOWN = 50;

/** A filter that selects one value by its name. */
export function Combobox(props: ComboboxProps) {
  useActiveFilter(props.value !== undefined);
  const { label, control } = useNamedCombobox(props);
  return (
    <div className="filter combobox">
      {label}
      {control}
    </div>
  );
}

interface OptionsProps {
  options: readonly Option[];
  box: UseComboboxReturnValue<Option>;
}

/** The open list below the field. */
export function Options({ options, box }: OptionsProps) {
  return options.map((item, index) => (
    <li
      key={item.value}
      data-highlighted={index === box.highlightedIndex || undefined}
      {...box.getItemProps({ item, index })}
    >
      {item.name}
      {item.hint && <small>{item.hint}</small>}
    </li>
  ));
}

interface ComboboxFieldProps extends Omit<ComboboxProps, 'placeholder' | 'onChange'> {
  placeholder?: string;
  hint?: ReactNode;
  /** The id of a hint that is elsewhere. */
  hintId?: string;
  problem?: string | undefined;
  disabled?: boolean;
  /** There is always a value, so it can be replaced but not cleared. */
  onChange: (value: string) => void;
}

/** A field of a form that selects one value by its name. */
export function ComboboxField(given: ComboboxFieldProps) {
  const { hint, hintId, problem, placeholder = 'Search…', ...props } = given;
  const id = useId();
  const described = [hint && `${id}-hint`, hintId, problem && `${id}-problem`].filter(Boolean).join(' ');
  const { label, control } = useNamedCombobox({
    ...props,
    placeholder,
    isRequired: true,
    onChange: value => value !== undefined && props.onChange(value),
    described: {
      ...(described && { 'aria-describedby': described }),
      ...(problem && { 'aria-invalid': true }),
    },
  });
  return (
    <div className="field">
      {label}
      <div className="combobox">{control}</div>
      <FieldMessages id={id} hint={hint} problem={problem} />
    </div>
  );
}

interface NamedComboboxProps extends ComboboxProps {
  isRequired?: boolean;
  disabled?: boolean;
  described?: { 'aria-describedby'?: string; 'aria-invalid'?: true };
}

/** Options match if their words begin with the typed words, in any case. */
function useNamedCombobox(props: NamedComboboxProps): { label: ReactNode; control: ReactNode } {
  const { label, placeholder, value, options, onSearch, textHint, onChange } = props;
  const { isRequired = false, disabled = false, described } = props;
  const selected = useMemo(
    () =>
      value === undefined ? null : (options.find(each => each.value === value) ?? { value, name: value }),
    [options, value],
  );
  // The text is a search only after the user has changed it. Before that, all options are listed.
  const [search, setSearch] = useState('');
  const matches = onSearch ? options : options.filter(option => isMatch(option, search));
  const text = search.trim();
  const exact = matches.find(option => option.value === text);
  const ownText =
    textHint !== undefined && text !== '' && !exact ? [{ value: text, name: text, hint: textHint }] : [];
  const shown: readonly Option[] = [...matches.slice(0, MAX_SHOWN), ...ownText];
  const box = useCombobox<Option>({
    items: [...shown],
    itemToString: option => option?.name ?? '',
    // If the name is loaded later than the value, the new name must appear in the field.
    itemToKey: option => option && `${option.value} ${option.name}`,
    selectedItem: selected,
    onIsOpenChange: ({ isOpen }) => !isOpen && setSearch(''),
    onInputValueChange: ({ inputValue, type }) => {
      if (type !== useCombobox.stateChangeTypes.InputChange) return;
      setSearch(inputValue);
      onSearch?.(inputValue);
      if (inputValue === '' && selected !== null && !isRequired) onChange(undefined);
    },
    onSelectedItemChange: ({ selectedItem }) => onChange(selectedItem?.value),
    stateReducer: (state, { type, changes }) =>
      // Leaving the field neither selects the highlighted option nor keeps an incomplete text.
      type === useCombobox.stateChangeTypes.InputBlur
        ? { ...changes, selectedItem: state.selectedItem, inputValue: state.selectedItem?.name ?? '' }
        : changes,
  });
  const input = box.getInputProps({
    disabled,
    onKeyDown: event => {
      if (event.key === 'Enter' && textHint !== undefined && text !== '' && box.highlightedIndex < 0) {
        onChange(text);
        box.closeMenu();
      }
      // Escape closes only the list, and neither clears a required value nor closes the dialog around the field.
      if (event.key !== 'Escape' || !(box.isOpen || isRequired)) return;
      if (box.isOpen) event.preventDefault();
      if (isRequired && !box.isOpen) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    },
    // The typed text replaces the old name, instead of being added to it.
    onFocus: event => isRequired && event.currentTarget.select(),
  });
  return {
    // biome-ignore lint/a11y/noLabelWithoutControl: the library sets `htmlFor`
    label: <label {...box.getLabelProps()}>{label}</label>,
    control: (
      <>
        <div className="combobox-box">
          <input {...input} {...described} type="text" placeholder={placeholder} autoComplete="off" />
          {selected === null || isRequired ? (
            <ChevronDown size={16} aria-hidden />
          ) : (
            <button
              type="button"
              className="quiet"
              aria-label={`Clear ${label.toLowerCase()}`}
              onClick={() => onChange(undefined)}
            >
              <X size={14} aria-hidden />
            </button>
          )}
        </div>
        <ul
          className="combobox-list"
          data-open={(box.isOpen && shown.length > 0) || undefined}
          {...box.getMenuProps()}
        >
          {box.isOpen && <Options options={shown} box={box} />}
        </ul>
      </>
    ),
  };
}

export function isMatch({ name, value, hint = '' }: Option, typed: string): boolean {
  const own = fold(`${name} ${value} ${hint}`).split(/[\s,]+/);
  return fold(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every(word => own.some(part => part.startsWith(word)));
}
