import { useSyncExternalStore } from 'react';

interface Toast {
  id: number;
  text: string;
}

const SHOWN_MS = 5_000;
const listeners = new Set<() => void>();
let shown: readonly Toast[] = [];
let next = 1;

export function showToast(text: string): void {
  const toast = { id: next++, text };
  change([...shown, toast]);
  setTimeout(() => change(shown.filter(each => each !== toast)), SHOWN_MS);
}

function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

function change(to: readonly Toast[]): void {
  shown = to;
  for (const listener of listeners) listener();
}

export function Toasts() {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {useToasts().map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
