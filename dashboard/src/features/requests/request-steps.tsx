import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect } from 'react';

interface RequestStepsProps {
  /** The rows of the filtered list, newest first. */
  rowIds: readonly string[];
  rowId: string;
  onGo: (rowId: string) => void;
}

/** The rows before and after this one in the list, if the list contains it. Pure. */
export function neighbours(
  rowIds: readonly string[],
  rowId: string,
): { newer: string | undefined; older: string | undefined; place: string } | undefined {
  const index = rowIds.indexOf(rowId);
  if (index < 0) return undefined;
  return { newer: rowIds[index - 1], older: rowIds[index + 1], place: `${index + 1} of ${rowIds.length}` };
}

/** Moves through the filtered list with buttons, or with the keys j and k, as in mail programs. */
export function RequestSteps({ rowIds, rowId, onGo }: RequestStepsProps) {
  const found = neighbours(rowIds, rowId);
  const { newer, older } = found ?? {};
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element | null)?.closest?.(
        'input, textarea, select, [role=combobox]',
      );
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = event.key === 'j' ? older : event.key === 'k' ? newer : undefined;
      if (next === undefined) return;
      event.preventDefault();
      onGo(next);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [newer, older, onGo]);
  if (found === undefined) return null;
  // The buttons are never disabled, because that would lose the focus.
  return (
    <div className="request-steps">
      <button
        type="button"
        className="small"
        aria-disabled={newer === undefined}
        aria-keyshortcuts="k"
        onClick={() => newer && onGo(newer)}
      >
        <ChevronUp size={16} aria-hidden /> Previous <kbd>k</kbd>
      </button>
      <button
        type="button"
        className="small"
        aria-disabled={older === undefined}
        aria-keyshortcuts="j"
        onClick={() => older && onGo(older)}
      >
        <ChevronDown size={16} aria-hidden /> Next <kbd>j</kbd>
      </button>
      <small className="faint">{found.place} in the list</small>
    </div>
  );
}
