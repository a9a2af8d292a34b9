import { useCombobox } from 'downshift';
import { ChevronDown, X } from 'lucide-react';
import { useMemo, useState } from 'react';
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
  onChange: (value: string | undefined) => void;
}

const MAX_SHOWN = 50;

/** Selects one value by its name. Options match if their words begin with the typed words, in any case. */
export function Combobox({ label, placeholder, value, options, onSearch, onChange }: ComboboxProps) {
  const selected = useMemo(
    () =>
      value === undefined ? null : (options.find(each => each.value === value) ?? { value, name: value }),
    [options, value],
  );
  // The text is a search only after the user has changed it. Before that, all options are listed.
  const [search, setSearch] = useState('');
  const shown = (onSearch ? options : options.filter(option => isMatch(option, search))).slice(0, MAX_SHOWN);
  const box = useCombobox<Option>({
    items: [...shown],
    itemToString: option => option?.name ?? '',
    // If the name is loaded later than the value, the new name must appear in the field.
    itemToKey: option => option && `${option.value} ${option.name}`,
    selectedItem: selected,
    onIsOpenChange: () => setSearch(''),
    onInputValueChange: ({ inputValue, type }) => {
      if (type !== useCombobox.stateChangeTypes.InputChange) return;
      setSearch(inputValue);
      onSearch?.(inputValue);
      if (inputValue === '' && selected !== null) onChange(undefined);
    },
    onSelectedItemChange: ({ selectedItem }) => onChange(selectedItem?.value),
    stateReducer: (state, { type, changes }) =>
      // Leaving the field neither selects the highlighted option nor keeps an incomplete text.
      type === useCombobox.stateChangeTypes.InputBlur
        ? { ...changes, selectedItem: state.selectedItem, inputValue: state.selectedItem?.name ?? '' }
        : changes,
  });
  return (
    <div className="filter combobox">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the library sets `htmlFor` */}
      <label {...box.getLabelProps()}>{label}</label>
      <div className="combobox-box">
        <input {...box.getInputProps()} type="text" placeholder={placeholder} autoComplete="off" />
        {selected === null ? (
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
        {box.isOpen &&
          shown.map((item, index) => (
            <li
              key={item.value}
              data-highlighted={index === box.highlightedIndex || undefined}
              {...box.getItemProps({ item, index })}
            >
              {item.name}
              {item.hint && <small>{item.hint}</small>}
            </li>
          ))}
      </ul>
    </div>
  );
}

export function isMatch({ name, value, hint = '' }: Option, typed: string): boolean {
  const own = fold(`${name} ${value} ${hint}`).split(/[\s,]+/);
  return fold(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every(word => own.some(part => part.startsWith(word)));
}

/** Ignores case and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
