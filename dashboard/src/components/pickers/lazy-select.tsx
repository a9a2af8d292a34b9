import { type KeyboardEvent, lazy, Suspense, startTransition, useState } from 'react';
import { SelectButton, type SelectProps } from './select-button.tsx';

const Select = lazy(() => import('./select.tsx').then(({ Select }) => ({ default: Select })));

/**
 * A select whose list is loaded when the user reaches the button, so that the overview opens without the library of the
 * list. The button looks the same before and after, keeps the focus, and opens the list as soon as it is loaded.
 */
export function LazySelect(props: SelectProps) {
  const { id, value, options } = props;
  const [isReached, setReached] = useState(false);
  const [starts, setStarts] = useState({ focused: false, open: false });
  // The transition keeps the button until the list is loaded.
  const reach = () => startTransition(() => setReached(true));
  const open = () => {
    setStarts({ focused: true, open: true });
    reach();
  };
  return (
    <Suspense>
      {isReached ? (
        <Select {...props} starts={starts} />
      ) : (
        <div className="select">
          <SelectButton
            label={options.find(([each]) => each === value)?.[1]}
            id={id}
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={false}
            aria-labelledby={`${id}-label`}
            onPointerEnter={reach}
            onFocus={() => {
              setStarts(before => ({ ...before, focused: true }));
              reach();
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
      )}
    </Suspense>
  );
}

/** The same keys as in the loaded list. A letter opens it as well. */
function opensList({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && /^(?:Arrow(?:Up|Down)|Home|End|Enter|.)$/.test(key);
}
