import { useSelect } from 'downshift';
import { Check, ChevronDown } from 'lucide-react';
import '../../styles/pickers.css';

interface SelectProps {
  /** Id of the control. Its label must have the id `<id>-label`. */
  id: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
  disabled?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** Selects one of a few values. It looks the same in every browser, and follows the select-only combobox of ARIA. */
export function Select({ id, value, options, onChange, disabled = false, ...described }: SelectProps) {
  const selected = options.find(([each]) => each === value) ?? null;
  const select = useSelect({
    items: [...options],
    itemToString: option => option?.[1] ?? '',
    itemToKey: option => option?.[0],
    selectedItem: selected,
    toggleButtonId: id,
    labelId: `${id}-label`,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChange(selectedItem[0]),
  });
  return (
    <div className="select">
      <button
        type="button"
        className="select-button"
        {...select.getToggleButtonProps({
          disabled,
          onKeyDown: event => {
            // Escape closes only the list, not the dialog that contains it.
            if (event.key === 'Escape' && select.isOpen) event.preventDefault();
          },
        })}
        {...described}
      >
        <span>{selected?.[1] ?? 'Choose…'}</span>
        <ChevronDown size={16} aria-hidden />
      </button>
      <ul className="combobox-list" data-open={select.isOpen || undefined} {...select.getMenuProps()}>
        {select.isOpen &&
          options.map((item, index) => (
            <li
              key={item[0]}
              data-highlighted={index === select.highlightedIndex || undefined}
              data-value={item[0]}
              {...select.getItemProps({ item, index, 'aria-selected': item[0] === value })}
            >
              {item[1]}
              {item[0] === value && <Check size={14} aria-hidden />}
            </li>
          ))}
      </ul>
    </div>
  );
}
