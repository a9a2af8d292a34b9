import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import '../styles/save-bar.css';

interface SaveBarProps {
  isChanged: boolean;
  /** Discards the changes. Omitted if the form cannot. */
  onDiscard?: () => void;
  /** The button that saves. */
  children: ReactNode;
}

/** The buttons at the end of a form of settings. While something is not saved, they stay in view. */
export function SaveBar({ isChanged, onDiscard, children }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const invalid = useInvalidCount(bar);
  return (
    <div ref={bar} className="save-bar" data-changed={isChanged || undefined}>
      <strong aria-live="polite">{isChanged && 'Unsaved changes'}</strong>
      {invalid > 0 && (
        <button type="button" className="quiet invalid-fields" onClick={() => invalidFields(bar)[0]?.focus()}>
          {invalid === 1 ? '1 field needs attention' : `${invalid} fields need attention`}
        </button>
      )}
      {isChanged && onDiscard && (
        <button type="button" onClick={onDiscard}>
          Discard
        </button>
      )}
      {children}
    </div>
  );
}

function invalidFields(bar: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(bar.current?.closest('form')?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
}

/** Fields mark themselves, wherever they are in the form, so the form is watched. */
function useInvalidCount(bar: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const form = bar.current?.closest('form');
    if (!form) return;
    const recount = () => setCount(invalidFields(bar).length);
    const observer = new MutationObserver(recount);
    observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
    recount();
    return () => observer.disconnect();
  }, [bar]);
  return count;
}
