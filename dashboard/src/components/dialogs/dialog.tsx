import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  /** `side` comes from the edge and has the height of the window. */
  shape?: 'middle' | 'side';
  children: ReactNode;
}

/** The browser's own dialog: it keeps the focus inside, closes with Escape and gives the focus back. */
export function Dialog({ open, title, onClose, shape = 'middle', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const isWanted = useRef(open);
  isWanted.current = open;

  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // The browser would choose the cross that closes it.
      const first =
        dialog.querySelector<HTMLElement>('form :is(input, select, textarea):enabled') ??
        dialog.querySelector<HTMLElement>('.row.end button:enabled');
      first?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another step, whose words come first
  useEffect(() => {
    const dialog = element.current;
    if (open && dialog?.open && !dialog.contains(document.activeElement)) heading.current?.focus();
  }, [title, open]);

  // A dialog that is taken away while it is open gives the focus back as well.
  useLayoutEffect(() => {
    const dialog = element.current;
    return () => {
      isWanted.current = false;
      dialog?.close();
      setTimeout(focusPageIfLost);
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click closes from outside; the keyboard has Escape
    <dialog
      ref={element}
      className="dialog"
      data-shape={shape}
      aria-labelledby={id}
      onCancel={event => {
        // A file field inside says the same word when nothing was picked.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={event => {
        // A browser lets the second Escape in a row pass; who holds the dialog open is asked all the same.
        const isItself = event.target === element.current;
        if (!isItself || !isWanted.current || element.current?.open) return;
        onClose();
        setTimeout(() => {
          if (isWanted.current && element.current?.open === false) element.current.showModal();
        });
      }}
      onClick={event => {
        // What was typed must not go with a slip of the pointer.
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

/** Where what opened the dialog is gone as well, as after deleting a thing on its own page. */
function focusPageIfLost(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}
