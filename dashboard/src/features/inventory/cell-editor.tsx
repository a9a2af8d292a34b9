import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

interface CellEditorProps {
  row: number;
  column: number;
  /** What the user has typed so far, or the current value. */
  text: string;
  /** True if the user has typed the text, so that more text is added to it. */
  isTyped: boolean;
  label: string;
  problem: string | undefined;
  /** What guests would pay with the text, if that differs from it. */
  hintOf: (text: string) => string | undefined;
  /** Commits the text and moves the focus by `step` columns: 0 after Enter, 1 or -1 after Tab. */
  onCommit: (text: string, step: number) => void;
  onCancel: () => void;
}

/** The room that the texts below the input need. */
const TEXT_WIDTH_PX = 320;
const TEXT_HEIGHT_PX = 32;

/** An input over the focused cell. Enter applies the text to all selected cells, Escape discards it. */
export function CellEditor(props: CellEditorProps) {
  const { row, column, isTyped, label, problem, onCommit, onCancel } = props;
  const [text, setText] = useState(props.text);
  const input = useRef<HTMLInputElement>(null);
  const hint = props.hintOf(text);
  const textId = useId();

  useLayoutEffect(() => {
    const element = input.current;
    const cell = element
      ?.closest('.calendar-box')
      ?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`);
    const place = element?.parentElement;
    if (!cell || !place) return;
    place.style.top = `${cell.offsetTop}px`;
    place.style.minWidth = `${cell.offsetWidth}px`;
    place.style.height = `${cell.offsetHeight}px`;
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = cell.closest('table') ?? {};
    // The input is wider than a night and must not make the grid scroll.
    place.style.left = `${Math.min(cell.offsetLeft, width - element.offsetWidth)}px`;
    place.toggleAttribute('data-end', cell.offsetLeft + TEXT_WIDTH_PX > width);
    place.toggleAttribute('data-low', cell.offsetTop + cell.offsetHeight + TEXT_HEIGHT_PX > height);
  }, [row, column]);

  useEffect(() => {
    input.current?.focus();
    if (!isTyped) input.current?.select();
  }, [isTyped]);

  return (
    <div className="cell-editor">
      <input
        ref={input}
        aria-label={label}
        aria-describedby={problem !== undefined || hint !== undefined ? textId : undefined}
        aria-invalid={problem !== undefined || undefined}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') onCancel();
          else if (event.key === 'Enter') onCommit(text, 0);
          else if (event.key === 'Tab') onCommit(text, event.shiftKey ? -1 : 1);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onBlur={event => {
          // Buttons of the toolbar take the focus only to act on the selection.
          if (event.relatedTarget === null || text === props.text) onCancel();
          else onCommit(text, 0);
        }}
      />
      {problem !== undefined && (
        <span id={textId} role="alert">
          {problem}
        </span>
      )}
      {problem === undefined && hint !== undefined && (
        <span id={textId} className="cell-sum">
          {hint}
        </span>
      )}
    </div>
  );
}
