import type { ReactNode } from 'react';
import { createContext, useContext, useEffect } from 'react';
import { type Path, placeOf, pointerOf } from './document-draft.ts';

/** The labels of all fields and the names of all items of the form, by pointer. */
export const LabelsContext = createContext<Map<string, string>>(new Map());

/** Remembers what the part of the form at a path is called, so that a problem can name it and lead to it. */
export function useLabel(path: Path, label: string): string {
  const labels = useContext(LabelsContext);
  const pointer = pointerOf(path);
  useEffect(() => {
    labels.set(pointer, label);
    return () => {
      labels.delete(pointer);
    };
  }, [labels, pointer, label]);
  return pointer;
}

/** The place of a field in the form. It has no box of its own. */
export function FieldAt({ path, label, children }: { path: Path; label: string; children: ReactNode }) {
  const pointer = useLabel(path, label);
  return (
    <div className="field-at" data-pointer={pointer}>
      {children}
    </div>
  );
}

interface ProblemListProps {
  problems: readonly { path: string; message: string }[];
}

/** Each problem by the label of its field. The label leads to the field. */
export function ProblemList({ problems }: ProblemListProps) {
  const labels = useContext(LabelsContext);
  if (problems.length === 0) return null;
  return (
    <div className="terms-problems" role="alert">
      <strong>
        {problems.length === 1 ? '1 field is invalid' : `${problems.length} fields are invalid`}
      </strong>
      <ul className="problems">
        {problems.map(({ path, message }) => {
          const place = placeOf(path, labels);
          return (
            <li key={`${path} ${message}`}>
              {place && (
                <button type="button" onClick={() => goTo(place.pointer)}>
                  {place.label}
                </button>
              )}
              <span>{message}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Opens the items around the field, and moves the focus to its control. */
export function goTo(pointer: string): void {
  const place = document.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`);
  if (place === null) return;
  for (
    let around = place.closest('details');
    around;
    around = around.parentElement?.closest('details') ?? null
  )
    around.setAttribute('open', '');
  const control = place.querySelector<HTMLElement>('input, button, textarea, summary');
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}
