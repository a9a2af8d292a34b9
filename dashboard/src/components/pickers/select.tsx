import { useSelect } from 'downshift';
import { Check } from 'lucide-react';
import { SelectButton, type SelectProps } from './select-button.tsx';

interface LoadedSelectProps extends SelectProps {
  disabled?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  /** Set if the select replaces a button that the user has reached already. */
  starts?: { focused: boolean; open: boolean };
}

/** Selects one of a few values. It looks the same in every browser, and follows the select-only combobox of ARIA. */
export function Select({ id, value, options, onChange, ...props }: LoadedSelectProps) {
  const { disabled = false, starts, ...described } = props;
  const selected = options.find(([each]) => each === value) ?? null;
  const select = useSelect({
    items: [...options],
    itemToString: option => option?.[1] ?? '',
    itemToKey: option => option?.[0],
    selectedItem: selected,
    initialIsOpen: starts?.open ?? false,
    toggleButtonId: id,
    labelId: `${id}-label`,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChange(selectedItem[0]),
  });
  const button = select.getToggleButtonProps({
    disabled,
    autoFocus: starts?.focused,
    onKeyDown: event => {
      // Escape closes only the list, not the dialog that contains it.
      if (event.key === 'Escape' && select.isOpen) event.preventDefault();
    },
  });
  return (
    <div className="select">
      <SelectButton label={selected?.[1]} {...button} {...described} />
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
