import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  /** `side` opens at the edge and is as tall as the window. */
  shape?: 'middle' | 'side';
  children: ReactNode;
}

/** A native dialog: it traps the focus, closes with Escape and restores the focus. */
export function Dialog({ open, title, onClose, shape = 'middle', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const shouldBeOpen = useRef(open);
  shouldBeOpen.current = open;

  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // By default the browser would focus the close button.
      const first =
        dialog.querySelector<HTMLElement>('form :is(input, select, textarea, .select-button):enabled') ??
        dialog.querySelector<HTMLElement>('.row.end button:enabled');
      first?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title means a new step, so focus its heading
  useEffect(() => {
    const dialog = element.current;
    if (open && dialog?.open && !dialog.contains(document.activeElement)) heading.current?.focus();
  }, [title, open]);

  // Unmounting an open dialog must restore the focus, too.
  useLayoutEffect(() => {
    const dialog = element.current;
    return () => {
      shouldBeOpen.current = false;
      dialog?.close();
      setTimeout(focusPageIfLost);
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the dialog; keyboard users press Escape
    <dialog
      ref={element}
      className="dialog"
      data-shape={shape}
      aria-labelledby={id}
      onCancel={event => {
        // A file input inside the dialog also fires `cancel` when no file is chosen.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={event => {
        // Browsers close the dialog on a second Escape, even if the page keeps it open.
        const isOwnEvent = event.target === element.current;
        if (!isOwnEvent || !shouldBeOpen.current || element.current?.open) return;
        onClose();
        setTimeout(() => {
          if (shouldBeOpen.current && element.current?.open === false) element.current.showModal();
        });
      }}
      onClick={event => {
        // A click outside must not discard a form.
        if (event.target === element.current && !element.current.querySelector('form')) onClose();
      }}
    >
      {open && (
        <div className="dialog-body">
          <header className="dialog-head">
            <h2 id={id} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            <button type="button" className="quiet icon" aria-label="Close" onClick={onClose}>
              <X size={18} aria-hidden />
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}

/** Focuses the page if the element that opened the dialog no longer exists, for example after a deletion. */
function focusPageIfLost(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}

interface DrawerProps {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Details beside a list. On a phone they fill the screen. */
export function Drawer(props: DrawerProps) {
  return <Dialog {...props} shape="side" />;
}
