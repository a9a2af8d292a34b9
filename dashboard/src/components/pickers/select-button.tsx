import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import '../../styles/pickers.css';

export interface SelectProps {
  /** Id of the control. Its label must have the id `<id>-label`. */
  id: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

/** The button that shows the selected option and opens the list. */
export function SelectButton({ label, ...props }: ComponentProps<'button'> & { label: string | undefined }) {
  return (
    <button type="button" className="select-button" {...props}>
      <span>{label ?? 'Choose…'}</span>
      <ChevronDown size={16} aria-hidden />
    </button>
  );
}
