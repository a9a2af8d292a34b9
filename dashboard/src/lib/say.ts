/** Short words at the edge of the page that something was done. */
import { useSyncExternalStore } from 'react';

export interface Said {
  id: number;
  words: string;
}

const SHOWN_MS = 5_000;
const listeners = new Set<() => void>();
let shown: readonly Said[] = [];
let next = 1;

export function say(words: string): void {
  const said = { id: next++, words };
  change([...shown, said]);
  setTimeout(() => change(shown.filter(each => each !== said)), SHOWN_MS);
}

export function useSaid(): readonly Said[] {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

function change(to: readonly Said[]): void {
  shown = to;
  for (const listener of listeners) listener();
}
