import { type KeyboardEvent, useState } from 'react';
import type { Select as LoadedSelect } from './select.tsx';
import { SelectButton, type SelectProps } from './select-button.tsx';

/**
 * A select whose list is loaded when the user reaches the button, so that the overview opens without the library of the
 * list. The button looks the same before and after, keeps the focus, and opens the list as soon as it is loaded.
 */
export function LazySelect(props: SelectProps) {
  const { id, value, options } = props;
  const [Select, setSelect] = useState<typeof LoadedSelect>();
  const [starts, setStarts] = useState({ focused: false, open: false });
  const load = () => import('./select.tsx').then(({ Select }) => setSelect(() => Select));
  // Nobody has asked for the list yet, so a failure is shown only when it is opened.
  const prepare = () => void load().catch(() => undefined);
  const open = () => {
    setStarts({ focused: true, open: true });
    // Thrown while rendering, so that the page explains it.
    load().catch(error =>
      setSelect(() => {
        throw error;
      }),
    );
  };
  if (Select !== undefined) return <Select {...props} starts={starts} />;
  return (
    <div className="select">
      <SelectButton
        label={options.find(([each]) => each === value)?.[1]}
        id={id}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-labelledby={`${id}-label`}
        // A touch enters and presses at once, so that the button must stay until its click.
        onPointerEnter={event => event.pointerType !== 'touch' && prepare()}
        onFocus={() => {
          setStarts(before => ({ ...before, focused: true }));
          prepare();
        }}
        onBlur={() => setStarts({ focused: false, open: false })}
        // If the list is loaded before the mouse button is released, no click follows.
        onMouseDown={open}
        onClick={open}
        onKeyDown={event => {
          if (!opensList(event)) return;
          event.preventDefault();
          open();
        }}
      />
    </div>
  );
}

/** The same keys as in the loaded list. A letter opens it as well. */
function opensList({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && /^(?:Arrow(?:Up|Down)|Home|End|Enter|.)$/.test(key);
}
