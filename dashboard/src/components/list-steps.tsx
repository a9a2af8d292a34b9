import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isCovered, isTyping } from '../lib/keyboard.ts';
import '../styles/list-steps.css';

interface ListStepsProps {
  /** The rows of the filtered list, newest first. */
  rowIds: readonly string[];
  rowId: string;
  /** The place in the list, if its rows do not count as one each. */
  place?: string | undefined;
  /** Loads the next page of the list. Undefined on the last page. */
  more: (() => void) | undefined;
  onGo: (rowId: string) => void;
}

/** The rows before and after this one in the list, if the list contains it. Pure. */
export function neighbours(
  rowIds: readonly string[],
  rowId: string,
  hasMore: boolean,
): { newer: string | undefined; older: string | undefined; place: string } | undefined {
  const index = rowIds.indexOf(rowId);
  if (index < 0) return undefined;
  const place = `${index + 1} of ${rowIds.length}${hasMore ? '+' : ''}`;
  return { newer: rowIds[index - 1], older: rowIds[index + 1], place };
}

/** Moves through the filtered list with buttons, or with the keys j and k, as in mail programs. */
export function ListSteps({ rowIds, rowId, place, more, onGo }: ListStepsProps) {
  const found = neighbours(rowIds, rowId, more !== undefined);
  const steps = useRef<HTMLDivElement>(null);
  const { newer, older } = found ?? {};
  const isLast = found !== undefined && older === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that fails to load is requested again only by the user
  useEffect(() => {
    if (isLast) more?.();
  }, [isLast, rowId]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isCovered(steps.current)) return;
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
    <div className="list-steps" ref={steps}>
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
        aria-disabled={older === undefined && more === undefined}
        aria-keyshortcuts="j"
        onClick={() => (older === undefined ? more?.() : onGo(older))}
      >
        <ChevronDown size={16} aria-hidden /> Next <kbd>j</kbd>
      </button>
      <small className="faint">{place ?? `${found.place} in the list`}</small>
    </div>
  );
}
