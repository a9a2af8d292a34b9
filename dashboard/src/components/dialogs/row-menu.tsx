import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, type ToggleEvent, useId, useRef } from 'react';

interface RowMenuProps {
  /** Accessible name, for example `Actions for Shop`. */
  label: string;
  /** Shows the actions as buttons in a row, and folds them into a menu only on a phone. */
  folds?: boolean;
  children: ReactNode;
}

const GAP_PX = 4;

/** Actions for one row or one page, in a native popover that closes with Escape or a click outside. */
export function RowMenu({ label, folds = false, children }: RowMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  const place = (event: ToggleEvent) => {
    const box = button.current?.getBoundingClientRect();
    if (event.newState !== 'open' || box === undefined || menu.current === null) return;
    const { style } = menu.current;
    style.inset = 'auto';
    style.right = `${window.innerWidth - box.right}px`;
    if (box.bottom > window.innerHeight * 0.6) style.bottom = `${window.innerHeight - box.top + GAP_PX}px`;
    else style.top = `${box.bottom + GAP_PX}px`;
  };

  return (
    <>
      <button
        type="button"
        ref={button}
        className={folds ? 'icon fold-button' : 'quiet icon'}
        aria-label={label}
        popoverTarget={id}
      >
        <EllipsisVertical size={16} aria-hidden />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: choosing an item closes the menu; the keyboard triggers click as well */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: users interact with the elements inside */}
      <div
        id={id}
        ref={menu}
        popover="auto"
        className={folds ? 'fold' : 'menu row-menu'}
        onBeforeToggle={place}
        onClick={() => menu.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
