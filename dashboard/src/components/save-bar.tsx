import type { ReactNode } from 'react';
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
  return (
    <div className="save-bar" data-changed={isChanged || undefined}>
      <strong aria-live="polite">{isChanged && 'Unsaved changes'}</strong>
      {isChanged && onDiscard && (
        <button type="button" onClick={onDiscard}>
          Discard
        </button>
      )}
      {children}
    </div>
  );
}
